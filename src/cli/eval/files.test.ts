import { describe, expect, it } from 'vitest'
import { readTable } from '../../evaluation/table/read-table.ts'
import { decodeText } from './files.ts'

describe('the bytes of a table', () => {
  const decode = (bytes: Uint8Array) => decodeText(bytes, 'table.csv')

  it('may begin with a byte order mark', () => {
    const text = decode(new TextEncoder().encode('\uFEFFquestion\nWhy über?'))
    expect(readTable(text, 'table.csv').rows).toMatchObject([{ question: 'Why über?' }])
  })

  it('are refused in UTF-16 and Latin-1 with the command that converts them', () => {
    const utf16 = Buffer.from('\uFEFFquestion\nWhy?', 'utf16le')
    expect(() => decode(utf16)).toThrow(/UTF-16.*iconv -f UTF-16 -t UTF-8 table.csv/)
    expect(() => decode(Buffer.from('question\nWhy?', 'utf16le'))).toThrow(/iconv -f UTF-16LE/)
    expect(() => decode(Buffer.from('question\nWhy?\nWarum über?', 'latin1'))).toThrow(
      /line 3 .*iconv -f LATIN1/,
    )
  })
})
