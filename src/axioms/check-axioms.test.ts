import { describe, expect, it } from 'vitest'
import { atOnce } from '../utils/in-turns.ts'
import {
  type AxiomProblem,
  axiomCheckSteps,
  OWN_AXIOM_LIMITS,
  problemLines,
  type TakenIds,
  takenBy,
} from './check-axioms.ts'

const TAKEN = takenBy([{ id: 'math-0001' }, { id: 'phys-0002' }])
const GOOD = {
  id: 'acme-0001',
  level: 3,
  axiom: 'The refund period of the Acme store is 45 days.',
  description: 'Counted from the delivery.',
  domain: 'refunds',
}
const lineOf = (changes: Record<string, unknown>) => JSON.stringify({ ...GOOD, ...changes })
const checkText = (text: string, taken: TakenIds = TAKEN) =>
  atOnce(axiomCheckSteps(text, 'ours.jsonl', taken))
const check = (...lines: string[]) => checkText(lines.join('\n'))
const without = (field: string) => lineOf({ [field]: undefined })

describe('the check of a file of axioms', () => {
  it('reads axioms of any prefix but a built-in one', () => {
    const ids = [
      'acme-0001',
      'a1-x',
      'ourmath-0001',
      'abcdefghij0123456789-z',
      `acme-${'9'.repeat(40)}`,
      'acme-leave-12',
    ]
    const { records, problems } = check(...ids.map((id) => lineOf({ id })))
    expect(problems).toEqual([])
    expect(records).toEqual(ids.map((id) => ({ ...GOOD, id })))
  })

  it('ignores a byte order mark, empty lines, line ends of Windows and space around texts', () => {
    const text = `\uFEFF\r\n${lineOf({ axiom: '  Spaced.  ' })}\r\n\r\n${lineOf({ id: 'acme-2' })}\r\n`
    const { records, problems } = checkText(text)
    expect(problems).toEqual([])
    expect(records.map(({ id, axiom }) => [id, axiom])).toEqual([
      ['acme-0001', 'Spaced.'],
      ['acme-2', GOOD.axiom],
    ])
  })

  it.each<[what: string, line: string, field: string | undefined, message: RegExp]>([
    ['bad JSON', '{"id": "acme-1",', undefined, /not valid JSON; write \{"id": "acme-0001"/],
    ['a text', '"acme"', undefined, /not an object; write \{/],
    ['null', 'null', undefined, /not an object/],
    ['a list', '[1]', undefined, /not an object/],
    ['no id', without('id'), 'id', /^is missing; write/],
    ['no level', without('level'), 'level', /^is missing/],
    ['no axiom', without('axiom'), 'axiom', /^is missing/],
    ['no description', without('description'), 'description', /^is missing/],
    ['no domain', without('domain'), 'domain', /^is missing/],
    ['an unknown field', lineOf({ source: 'own' }), 'source', /^is not a field of an axiom; remove it/],
    ['level 0', lineOf({ level: 0 }), 'level', /^is 0; write a whole number from 1 to 7/],
    ['level 8', lineOf({ level: 8 }), 'level', /^is 8/],
    ['half a level', lineOf({ level: 1.5 }), 'level', /^is 1.5/],
    ['a level in quotes', lineOf({ level: '3' }), 'level', /^is "3"; .* without quotation marks/],
    ['an empty axiom', lineOf({ axiom: ' ' }), 'axiom', /^is empty; write a text/],
    ['a number as domain', lineOf({ domain: 7 }), 'domain', /^is 7; write a text in quotation marks/],
    ['a long axiom', lineOf({ axiom: 'x'.repeat(501) }), 'axiom', /^has 501 characters; write at most 500/],
    ['a long description', lineOf({ description: 'x'.repeat(2001) }), 'description', /at most 2000/],
    ['a long domain', lineOf({ domain: 'x'.repeat(101) }), 'domain', /at most 100/],
    ['a line break', lineOf({ axiom: 'one\ntwo' }), 'axiom', /^contains a line break/],
    ['NUL', lineOf({ description: 'one\0two' }), 'description', /control characters/],
    [
      'half a character',
      '{"id":"acme-1","level":1,"axiom":"\\ud800","description":"d","domain":"e"}',
      'axiom',
      /not text/,
    ],
    ['a built-in prefix', lineOf({ id: 'math-9999' }), 'id', /begin with math-; choose a prefix of your own/],
    ['an id in capitals', lineOf({ id: 'ACME-1' }), 'id', /^is "ACME-1"; write a prefix/],
    ['an id without a prefix', lineOf({ id: 'acme' }), 'id', /^is "acme"; write a prefix/],
    ['an id like a date', lineOf({ id: '2026-11-18' }), 'id', /begins with a letter/],
    ['an id that ends in a hyphen', lineOf({ id: 'acme-1-' }), 'id', /end with a letter or digit/],
    ['a long prefix', lineOf({ id: `${'a'.repeat(21)}-1` }), 'id', /2 to 20/],
    ['a long id', lineOf({ id: `acme-${'9'.repeat(41)}` }), 'id', /1 to 40/],
    ['a number as id', lineOf({ id: 1 }), 'id', /^is 1; write a prefix/],
  ])('refuses %s, naming file, line and field', (_, line, field, message) => {
    const { records, problems } = check(lineOf({ id: 'acme-first' }), '', line)
    expect(problems).toEqual([
      { file: 'ours.jsonl', line: 3, ...(field && { field }), message: expect.stringMatching(message) },
    ])
    expect(records.map(({ id }) => id)).toEqual(['acme-first'])
  })

  it('names both places of an id that is there twice, in one file or in two', () => {
    const taken = { ...TAKEN, ids: new Map([['acme-0001', 'other.jsonl:7']]) }
    const text = [lineOf({}), lineOf({ id: 'acme-2' }), lineOf({ id: 'acme-2' })].join('\n')
    expect(problemLines(checkText(text, taken).problems)).toEqual([
      'ours.jsonl:1: id is "acme-0001", as in other.jsonl:7; change one of the two',
      'ours.jsonl:3: id is "acme-2", as in ours.jsonl:2; change one of the two',
    ])
  })

  it('reports everything at once', () => {
    const { problems } = check(
      '{',
      lineOf({ level: 9, domain: '', more: 1 }),
      lineOf({ id: 'acme-2', axiom: undefined }),
    )
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [1, undefined],
      [2, 'level'],
      [2, 'domain'],
      [2, 'more'],
      [3, 'axiom'],
    ])
  })

  it.each(['', '\n\n', '\uFEFF'])('refuses the empty file %j', (text) => {
    expect(checkText(text).problems).toEqual([
      {
        file: 'ours.jsonl',
        message: expect.stringMatching(/^the file is empty; write .* or remove the file$/),
      },
    ])
  })

  it('refuses more axioms than there can be, counting those of other files', () => {
    const ids = new Map(
      Array.from({ length: OWN_AXIOM_LIMITS.axioms - 1 }, (_, at) => [`other-${at}`, 'o:1']),
    )
    const text = [lineOf({}), lineOf({ id: 'acme-2' }), '{'].join('\n')
    expect(checkText(text, { ...TAKEN, ids }).problems).toEqual([
      { file: 'ours.jsonl', line: 2, message: expect.stringContaining('more than 20000 axioms') },
    ])
  })
})

describe('problems in words', () => {
  const problem = (file: string, line: number): AxiomProblem => ({ file, line, message: 'is wrong' })

  it('are at most twenty of each file, and the number of the others', () => {
    const many = Array.from({ length: 22 }, (_, at) => problem('a.jsonl', at + 1))
    const lines = problemLines([...many, problem('b.jsonl', 5)])
    expect(lines).toHaveLength(22)
    expect(lines.slice(19)).toEqual([
      'a.jsonl:20: is wrong',
      'a.jsonl: 2 more problems',
      'b.jsonl:5: is wrong',
    ])
  })
})
