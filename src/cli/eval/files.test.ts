import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../test/support/fresh-folder.ts'
import { readTable } from '../../evaluation/table/read-table.ts'
import { readText } from './files.ts'

describe('the bytes of a table', () => {
  const file = join(freshFolder(), 'table.csv')
  const read = (bytes: Uint8Array) => {
    writeFileSync(file, bytes)
    return readText(file)
  }

  it('may begin with a byte order mark', () => {
    const text = read(new TextEncoder().encode('\uFEFFquestion\nWhy über?'))
    expect(readTable(text, 'table.csv').rows).toMatchObject([{ question: 'Why über?' }])
  })

  it.each([
    ['UTF-16', Buffer.from('\uFEFFquestion\nWhy?', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('question\nWhy?', 'utf16le')],
    ['Latin-1', Buffer.from('question\nWarum über?', 'latin1')],
  ])('are refused in %s, with what to do', (_, bytes) => {
    expect(() => read(bytes)).toThrow(/table\.csv is not in UTF-8\. .*iconv -f/)
  })
})
