import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSandbox } from '../../../src/adapters/sandbox/sandbox.ts'
import type { CodeRun } from '../../../src/contract/draft-review.ts'
import { asText } from '../../../src/engine/measure/behaviour.ts'
import type { Trial } from '../../../src/engine/panel/code-port.ts'
import { javascript, python } from './test-languages.ts'
import { literalOf, toTests } from './to-tests.ts'

type Tried = [input: string, outcome: string, expected?: string]

function ranWith(language: CodeRun['language'], form: CodeRun['form'], tried: Tried[]): CodeRun {
  return {
    ...{ language, form, behaviours: [{ models: ['a'], passed: 0 }], not_run: [] },
    inputs: tried.map(([input, outcome, expected = null]) => ({ input, expected, outcomes: [outcome] })),
  }
}

const LANGUAGES = { python, javascript }
const DRAFTS = { python: 'draft.py', javascript: 'draft.mjs', sql: 'draft.sql' }
const hasPython = spawnSync('python3', ['--version']).status === 0

/** What the exported tests say of a draft: how many hold, and of how many; in Python, where pytest may be missing, each is called. */
function tryOut(run: CodeRun, draft: string): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), 'exported-tests-'))
  const { name, text } = toTests(run)
  writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, DRAFTS[run.language]), draft)
  const count = (said: string, what: RegExp) => said.match(what)?.length ?? 0
  if (run.language === 'javascript') {
    const command = ['--test', '--test-reporter=tap', name]
    const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', env: {} })
    return {
      passed: count(stdout, /^ *ok \d+ - (?!.*mjs$)/gm),
      failed: count(stdout, /^ *not ok \d+ - (?!.*mjs$)/gm),
    }
  }
  const { stdout, status } = spawnSync('python3', ['-c', CALL_ALL], { cwd: folder, encoding: 'utf8' })
  expect(status).toBe(0)
  return { passed: count(stdout, /^passed/gm), failed: count(stdout, /^failed/gm) }
}

const CALL_ALL = `
import sys
sys.path.insert(0, ".")
import test_draft
for name in dir(test_draft):
    if name.startswith("test_"):
        try:
            getattr(test_draft, name)()
            print("passed", name)
        except AssertionError:
            print("failed", name)
`

describe('a value as a literal', () => {
  it.each<[keyof typeof LANGUAGES, string, string | null]>([
    ['python', '[null,true,-1.5,"a,[b"]', '[None, True, -1.5, "a,[b"]'],
    ['python', '{"a":(1),"b":()}', '{"a": (1,), "b": ()}'],
    ['python', '{1,inf}', '{1, float("inf")}'],
    ['python', "[[x'ff',null]]", '[[bytes.fromhex("ff"), None]]'],
    ['python', 'Point{"x":1}', null],
    ['python', '[Decimal 1.5]', null],
    ['python', '["cut', null],
    ['python', '[1,2', null],
    ['python', '[1]]', null],
    ['python', '"\\u11.5"', null],
    ['python', 'constructor', null],
    ['javascript', '[undefined,NaN,5n,-Infinity]', '[undefined, NaN, 5n, -Infinity]'],
    [
      'javascript',
      '{"a":Set{1,2},"b":Map{1:[2],"c":{}}}',
      '{ "a": new Set([1, 2]), "b": new Map([[1, [2]], ["c", {}]]) }',
    ],
    ['javascript', 'Point{"x":1}', null],
    ['javascript', 'Fri Jan 01 2021', null],
  ])('in %s: %s is %s', (language, value, literal) => {
    expect(literalOf(value, LANGUAGES[language])).toBe(literal)
  })
})

it('says what the question states and what only the draft does, and leaves out what cannot be written', () => {
  const { name, text } = toTests(
    ranWith('python', 'call', [
      ['two_sum([3, 3], 6)', '(0,1)', '[0,1]'],
      ['two_sum([1], 2)', 'null', 'raises ValueError'],
      ['two_sum([], 1)', 'true'],
      ['Point(1)', 'Point{"x":1}'],
      ['slow()', 'does not end (time)'],
      [`f("${'a'.repeat(497)}…`, '1'],
    ]),
  )
  expect(name).toBe('test_draft.py')
  expect(text).toContain(
    '# Stated by the question.\ndef test_1():\n    actual = two_sum([3, 3], 6)\n    assert _rounded(actual) == (0, 1)\n',
  )
  expect(text).toContain(
    '# Stated by the question; the delivered draft gives null.\ndef test_2():\n    with _raises("ValueError"):\n        two_sum([1], 2)\n',
  )
  expect(text).toContain(
    '# As the delivered draft does, not stated by the question.\ndef test_3():\n    actual = two_sum([], 1)\n    assert actual == True\n',
  )
  expect(text).toContain('# Left out, because it cannot be written exactly: Point(1) gives Point{"x":1}')
  expect(text).toContain('slow() gives does not end (time)')
  expect(text.match(/def test_/g)).toHaveLength(3)
  expect(text).not.toMatch(/sqlite3|subprocess|_output/)
})

const sandbox = createSandbox()
afterAll(() => sandbox.close())
const TRIALS = {
  call: (expression: string): Trial => ({ kind: 'call', expression }),
  stdin: (input: string): Trial => ({ kind: 'stdin', input }),
  rows: (setup: string): Trial => ({ kind: 'query', setup }),
}

/** What the sandbox says of a draft, as responses give it. */
async function ran(
  language: CodeRun['language'],
  form: CodeRun['form'],
  { draft, inputs }: { draft: string; inputs: string[] },
): Promise<CodeRun> {
  const how = { signal: new AbortController().signal, turn: 0 }
  const [run] = await sandbox.run(language, [draft], inputs.map(TRIALS[form]), how)
  expect(run).toMatchObject({ problem: null })
  return ranWith(
    language,
    form,
    inputs.map((input, place) => [input, asText(run!.outcomes[place]!)]),
  )
}

const PYTHON_CALLS = [
  'add(0.1, 0.2)',
  'add(1, 1/3)',
  'add(9999.5, 0.75)',
  '[1 + 2**-9, 1e-7 / 3, 2e20 / 3, 1234567.891]',
  'add("1.50", "")',
  'add(-0.0, 0)',
  '(add(1, 1), add([], [None]))  # both',
  '{1: (frozenset([2]),), "e": set()}',
  'sum([0.1] * 10)',
  '12345678.9 + 0',
  '1e300 * 1e10',
  'add(1, "")',
]

it.runIf(hasPython)(
  'exports Python that holds for the draft it was made from, and not for another',
  async () => {
    const draft = 'def add(a, b): return a + b\n'
    const run = await ran('python', 'call', { draft, inputs: PYTHON_CALLS })
    expect(tryOut(run, draft)).toEqual({ passed: 12, failed: 0 })
    expect(tryOut(run, 'def add(a, b): return a\n')).toEqual({ passed: 7, failed: 5 })
  },
)

it.runIf(hasPython)('exports Python that runs a draft with standard input', async () => {
  const draft =
    'n = int(input())\nx = list(map(float, input().split()))\nprint(f"sum {sum(x):.2f} \\nn {n / 3}\\n")\n'
  const run = await ran('python', 'stdin', { draft, inputs: ['3\n1.5 2 3\n', '4\n\n', 'x'] })
  expect(tryOut(run, draft)).toEqual({ passed: 3, failed: 0 })
  expect(tryOut(run, 'print("sum 6.50\\nn 1.0")\n')).toEqual({ passed: 1, failed: 2 })
})

it.runIf(hasPython)('exports Python that runs a draft in SQL on tables', async () => {
  const draft =
    "-- a; b\ncreate table v as select a, b, a / 3.0 from t where b is not 'a;b';\nselect * from v order by a -- the end"
  const inputs = [
    "create table t (a, b);\ninsert into t values (2, 'x;y'), (1, null)",
    "create table t (a, b);\ninsert into t values (3, x'ff')",
    'create table u (a)',
  ]
  const run = await ran('sql', 'rows', { draft, inputs })
  expect(tryOut(run, draft)).toEqual({ passed: 3, failed: 0 })
  expect(tryOut(run, 'select 1')).toEqual({ passed: 0, failed: 3 })
})

it('exports JavaScript that holds for the draft it was made from, and not for another', async () => {
  const draft =
    'const later = async (value) => value\nexport function add(a, b) { return a + b }\nexport default add\n'
  const inputs = [
    'add(0.1, 0.2)',
    '[add(1, 1 / 3), 9999.5 + 0.75, 1 + 2 ** -9, 1e-7 / 3, 2e20 / 3]',
    'add(-0, -0) // zero',
    'add("1.50", "")',
    '[add(1, 1), , undefined]',
    'new Map([[1, new Set([add(2, 0)])]])',
    'Object.assign(Object.create(null), { a: add(190392490709135, 0) })',
    'later(7)',
    'add(null.x)',
    'later(7).then(() => { throw new RangeError("no") })',
    '(() => { throw "no" })()',
  ]
  const run = await ran('javascript', 'call', { draft, inputs })
  expect(tryOut(run, draft)).toEqual({ passed: 11, failed: 0 })
  const other = `const later = async (value) => value\nconst add = (a, b) => b\nmodule.exports = { add }\n`
  expect(tryOut(run, other)).toEqual({ passed: 5, failed: 6 })
})

it.each([
  "const [n] = require('fs').readFileSync('/dev/stdin', 'utf8').split(' ')\n",
  "import fs from 'node:fs'\nconst [n] = fs.readFileSync(0, 'utf8').split(' ')\n",
])('exports JavaScript that runs a draft with standard input: %s', async (reading) => {
  const draft = `${reading}if (n === 'x') throw new Error('x')\nconsole.log('it is ' + n / 3 + '  ')\n`
  const run = await ran('javascript', 'stdin', { draft, inputs: ['7 8\n', '1.50', 'x'] })
  expect(tryOut(run, draft)).toEqual({ passed: 3, failed: 0 })
  expect(tryOut(run, "console.log('it is 0.5')")).toEqual({ passed: 1, failed: 2 })
})
