import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { problemLines, takenBy } from '../../axioms/check-axioms.ts'
import { readAxioms } from './data-files.ts'
import { readAxiomFile, readOwnAxioms } from './own-axioms.ts'

const TAKEN = takenBy(readAxioms())
const lineOf = (id: string, axiom = 'Acme sells shoes.') =>
  JSON.stringify({ id, level: 3, axiom, description: 'Since 1999.', domain: 'trade' })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-axioms-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
const read = () => readOwnAxioms(folder, TAKEN)
const problems = async () =>
  problemLines((await read()).problems).map((line) => line.replace(`${folder}/`, ''))

describe('a folder with axioms of one’s own', () => {
  it('is read file by file, in the order of their names, and other files are left alone', async () => {
    write('b.jsonl', lineOf('acme-2'))
    write('a.jsonl', `\uFEFF${lineOf('acme-1', 'Größe 38 heißt in Köln ebenso.')}\n${lineOf('acme-3')}\n`)
    for (const other of ['README.md', 'c.json', '.hidden.jsonl']) write(other, '{')
    const { records, problems } = await read()
    expect(problems).toEqual([])
    expect(records.map(({ id }) => id)).toEqual(['acme-1', 'acme-3', 'acme-2'])
    expect(records[0]!.axiom).toBe('Größe 38 heißt in Köln ebenso.')
  })

  it('may have links to files, as in Kubernetes', async () => {
    mkdirSync(join(folder, '..data'))
    write('..data/a.jsonl', lineOf('acme-1'))
    symlinkSync(join(folder, '..data/a.jsonl'), join(folder, 'a.jsonl'))
    expect((await read()).records).toHaveLength(1)
  })

  it('has no axioms at all if one file has a problem, and the problems of all files are reported', async () => {
    write('a.jsonl', `${lineOf('acme-1')}\n{`)
    write('b.jsonl', `${lineOf('acme-1')}\n${lineOf('math-0001')}`)
    write('c.jsonl', '')
    expect((await read()).records).toEqual([])
    expect(await problems()).toEqual([
      expect.stringMatching(/^a\.jsonl:2: this line is not valid JSON; /),
      expect.stringMatching(/^b\.jsonl:1: id is "acme-1", as in .*a\.jsonl:1; change one of the two$/),
      expect.stringMatching(/^b\.jsonl:2: id is "math-0001", and ids of built-in axioms begin with math-/),
      expect.stringMatching(/^c\.jsonl: the file is empty; /),
    ])
  })

  it.each([
    ['Latin-1', Buffer.from(lineOf('acme-2', 'Gr\u00f6\u00dfe 38.'), 'latin1'), 2],
    ['UTF-16', Buffer.from(`\uFEFF${lineOf('acme-2')}`, 'utf16le'), 2],
  ])('names the line that is in %s instead of UTF-8', async (_, bytes, line) => {
    write('a.jsonl', Buffer.concat([Buffer.from(`${lineOf('acme-1')}\n`), bytes]))
    expect(await problems()).toEqual([
      `a.jsonl:${line}: this line is not in UTF-8; save the file in that encoding`,
    ])
  })

  it('says what is wrong with a folder or a file that cannot be read', async () => {
    expect((await readOwnAxioms(join(folder, 'none'), TAKEN)).problems).toEqual([
      { file: join(folder, 'none'), message: 'the folder cannot be read: it does not exist; create it' },
    ])
    expect((await read()).problems).toEqual([
      { file: folder, message: 'the folder has no files whose names end in .jsonl; add one' },
    ])
    write('a.jsonl', lineOf('acme-1'))
    expect((await readOwnAxioms(join(folder, 'a.jsonl'), TAKEN)).problems[0]!.message).toContain(
      'not a folder',
    )
    mkdirSync(join(folder, 'b.jsonl'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'c.jsonl'))
    expect(await problems()).toEqual([
      'b.jsonl: this is not a file; remove it, or give it another ending than .jsonl',
      'c.jsonl: the file cannot be read: it does not exist; create it',
    ])
  })
})

it('a single file can be checked by itself, whatever its name', async () => {
  write('axioms.txt', `${lineOf('acme-1')}\n${lineOf('math-1')}`)
  const { records, problems: found } = await readAxiomFile(join(folder, 'axioms.txt'), TAKEN)
  expect(records.map(({ id }) => id)).toEqual(['acme-1'])
  expect(found).toEqual([
    { file: join(folder, 'axioms.txt'), line: 2, field: 'id', message: expect.stringContaining('built-in') },
  ])
})
