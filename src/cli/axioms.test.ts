import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkAxioms } from './axioms.ts'

const AXIOM = { id: 'acme-1', level: 3, axiom: 'Leave is 30 days.', description: 'A year.', domain: 'work' }

let folder: string
let printed: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-axioms-'))
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const file = (name: string, ...lines: object[]) => {
  writeFileSync(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'))
  return join(folder, name)
}

it('says how many axioms are in order', async () => {
  expect(await checkAxioms([file('a.jsonl', AXIOM, { ...AXIOM, id: 'acme-2' })])).toBe(0)
  expect(printed).toBe('2 axioms are in order.\n')
})

it('names file, line and field of what is wrong, and ids that stand in two files', async () => {
  const one = file('a.jsonl', AXIOM, { ...AXIOM, id: 'acme-2', level: 9 })
  const other = file('b.jsonl', AXIOM)
  expect(await checkAxioms([one, other])).toBe(1)
  expect(printed).toContain(`${one}:2: level is 9; write a whole number from 1 to 7`)
  expect(printed).toMatch(/b\.jsonl:1: id .*acme-1.*a\.jsonl:1/)
  expect(printed).toContain('axiom is in order.')
})

it('says so if a file is not there', async () => {
  expect(await checkAxioms([join(folder, 'none.jsonl')])).toBe(1)
  expect(printed).toContain('none.jsonl')
})
