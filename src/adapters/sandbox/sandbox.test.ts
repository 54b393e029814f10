import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import type { CodeLanguage, Trial } from '../../engine/index.ts'
import { createSandbox } from './sandbox.ts'

const { signal } = new AbortController()
const sandbox = createSandbox()
afterAll(() => sandbox.close())

const call = (expression: string): Trial => ({ kind: 'call', expression })
const stdin = (input: string): Trial => ({ kind: 'stdin', input })
const query = (setup: string): Trial => ({ kind: 'query', setup })

/** What became of one program: values as they are, and other outcomes by their reason. */
async function outcomesOf(language: CodeLanguage, program: string, trials: Trial[]): Promise<string[]> {
  const [run] = await sandbox.run(language, [program], trials, { signal, turn: 0 })
  if (run!.problem !== null) return [`problem: ${run!.problem}`]
  return run!.outcomes.map((outcome) =>
    outcome.kind === 'value' ? outcome.value : outcome.kind === 'raised' ? outcome.error : outcome.why,
  )
}

describe('a value in Python', () => {
  it.each([
    ['{"b": [1, 2.0, None], "a": (True, "é")}', '{"a":(true,"é"),"b":[1,2,null]}'],
    ['{3, 1, 2}', '{1,2,3}'],
    ['[1/3, float("nan"), float("-inf"), 10**20]', '[0.333333333333,nan,-inf,100000000000000000000]'],
    ['Point(1, [2])', 'Point{"x":1,"y":[2]}'],
    ['Slotted()', 'Slotted{"a":1}'],
    ['collections.deque([1, 2])', 'deque[1,2]'],
    ['[(x for x in [1]), map(str, [1, 2]), iter([])]', '[iterator[1],iterator["1","2"],iterator[]]'],
    ['__import__("itertools").count()', `iterator[${Array.from({ length: 100 }, (_, at) => at)}]`],
    ['(1 // x for x in [1, 0])', 'ZeroDivisionError'],
    ['later(7)', '7'],
    ['print(1, 2)', 'prints "1 2"'],
    ['[print(1)]', '[null]'],
    ['[print, len]', '[builtin_function_or_method,builtin_function_or_method]'],
    ['(lambda a: (a.append(a), a)[1])([])', `${'['.repeat(21)}...${']'.repeat(21)}`],
    ['[][1]', 'IndexError'],
    ['Custom.fail()', 'Custom'],
  ])('%s is %s', async (expression, value) => {
    const program = `
import collections
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    y: list
class Slotted:
    __slots__ = ("a",)
    def __init__(self): self.a = 1
class Custom(Exception):
    @staticmethod
    def fail(): raise Custom("no")
async def later(x): return x
`
    expect(await outcomesOf('python', program, [call(expression)])).toEqual([value])
  })
})

describe('a value in JavaScript', () => {
  it.each([
    ['({ b: [1, 1 / 3, null], a: "é" })', '{"a":"é","b":[1,0.333333333333,null]}'],
    ['new Map([["k", new Set([2, 1])]])', 'Map{"k":Set{1,2}}'],
    ['new Point(1)', 'Point{"x":1}'],
    ['[NaN, -Infinity, undefined, 5n]', '[NaN,-Infinity,undefined,5n]'],
    ['[1700000000123, 2111485077978055, 0.1 + 0.2, -0]', '[1700000000123,2111485077978055,0.3,0]'],
    [
      '[[1, 2].values(), (function* () { for (;;) yield 7 })()]',
      `[iterator[1,2],iterator[${Array(100).fill(7)}]]`,
    ],
    ['console.log("a", [1])', 'prints "a [1]"'],
    ['later(7)', '7'],
    ['later(7).then(() => { throw new TypeError("no") })', 'TypeError'],
    ['null.x', 'TypeError'],
  ])('%s is %s', async (expression, value) => {
    const program = `
export class Point { constructor(readonly x: number) {} }
export const later = async <T>(value: T): Promise<T> => { await new Promise((r) => setTimeout(r, 1e6)); return value }
`
    expect(await outcomesOf('javascript', program, [call(expression)])).toEqual([value])
  })
})

it('cuts a long value and marks it with its length and a digest', async () => {
  const [one, other] = await outcomesOf('python', '', [call('"a" * 20000'), call('"a" * 19999 + "b"')])
  expect(one).toMatch(/^"a{1999}… 20002 characters, [0-9a-f]{16}$/)
  expect(other).not.toBe(one)
})

it.each<[CodeLanguage, string]>([
  ['python', 'import sys\nn = int(input())\nif __name__ == "__main__": print(n, sys.stdin.read().split())'],
  ['python', 'n, *rest = open(0).read().split()\nprint(n, rest)\nexit()'],
  [
    'javascript',
    'const [n, ...rest] = require("fs").readFileSync(0, "utf8").split(/\\s+/).filter(Boolean)\nconsole.log(n, rest.map(String))',
  ],
  [
    'javascript',
    'import readline from "node:readline"\nconst all = []\nfor await (const line of readline.createInterface({ input: process.stdin })) all.push(...line.split(" "))\nconsole.log(all[0], all.slice(1))',
  ],
  [
    'javascript',
    'const all: string[] = []\nconst lines = require("readline").createInterface({ input: process.stdin })\nlines.on("line", (line: string) => all.push(...line.split(" ")))\nlines.on("close", () => console.log(all[0], all.slice(1)))',
  ],
])('runs a program in %s as a whole on each standard input', async (language, program) => {
  const printed = await outcomesOf(language, program, [stdin('4\na b\n'), stdin('5\n')])
  expect(printed.map((text) => text.replaceAll("'", '"').replace(', ', ','))).toEqual([
    '4 ["a","b"]\n',
    '5 []\n',
  ])
})

it('runs all statements of SQL on a fresh database each time', async () => {
  const program = 'insert into t values (3, 0.1 + 0.2); -- more\nselect * from t order by a;\n/* end */'
  const setups = [
    "create table t(a, b); insert into t values (null, x'ff')",
    'create table t(a, b)',
    'create table u(a)',
  ]
  const rows = await outcomesOf('sql', program, setups.map(query))
  expect(rows).toEqual(["[[null,x'ff'],[3,0.3]]", '[[3,0.3]]', 'SQLITE_ERROR'])
})

it.each([
  ['update t set a = a + 1; -- done', '[[2,1700000000123],[4,0.5]]'],
  ['create view v as select a from t where a > 2', '{"t":[[1,1700000000123],[3,0.5]],"v":[[3]]}'],
  ['delete from t; select 1 where 0', '[]'],
])('shows what is in the tables where SQL asks for nothing: %s', async (program, tables) => {
  const setup = 'create table t(a, b); insert into t values (3, 0.5), (1, 1700000000123)'
  expect(await outcomesOf('sql', program, [query(setup)])).toEqual([tables])
})

it('needs no tables for SQL', async () => {
  expect(await outcomesOf('sql', 'select 1', [query('')])).toEqual(['[[1]]'])
})

it('says that a program failed where that only shows in a promise', async () => {
  const program = 'async function main() { throw new TypeError("no") }\nmain()'
  expect(await outcomesOf('javascript', program, [stdin('')])).toEqual(['TypeError'])
})

it.each<[CodeLanguage, string, string]>([
  ['python', 'def f(:', 'SyntaxError'],
  ['python', 'raise KeyError', 'KeyError'],
  ['javascript', 'function f( {', 'SyntaxError'],
  ['javascript', 'nowhere()', 'ReferenceError'],
])('says why a program in %s cannot be loaded: %s', async (language, program, problem) => {
  expect(await outcomesOf(language, program, [call('1')])).toEqual([`problem: ${problem}`])
})

it('goes on with the next trial after one that never ends', async () => {
  const program = 'def f(x):\n  while x: pass\n  return x'
  expect(await outcomesOf('python', program, [call('f(0)'), call('f(1)'), call('f(0)')])).toEqual([
    '0',
    'time',
    '0',
  ])
})

it('is deterministic: time, random numbers and hashes are the same in every run', async () => {
  const python =
    'import time, random, os, uuid\nx = [time.time(), random.random(), os.urandom(4), hash("a"), str(uuid.uuid4())]'
  const javascript = 'const x = [Date.now(), Math.random(), new Date().getTime()]'
  for (const [language, program] of [
    ['python', python],
    ['javascript', javascript],
  ] as const)
    expect(await outcomesOf(language, program, [call('x')])).toEqual(
      await outcomesOf(language, program, [call('x')]),
    )
})

it.runIf(process.platform === 'linux')(
  'runs programs without environment and under limits of the system',
  async () => {
    await outcomesOf('python', '', [call('1')])
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const ours = children.filter((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('sandbox-'),
    )
    expect(ours.length).toBeGreaterThan(0)
    for (const child of ours) {
      expect(readFileSync(`/proc/${child}/environ`, 'utf8')).toBe('')
      const limits = readFileSync(`/proc/${child}/limits`, 'utf8')
      expect(limits).toMatch(/Max cpu time +300 /)
      expect(limits).toMatch(/Max file size +0 /)
    }
  },
)

it('lets whoever leaves go at once, whoever came before', async () => {
  const [slow, leaver] = [new AbortController(), new AbortController()]
  const hanging = sandbox.run('python', Array(4).fill('while True: pass'), [stdin('')], {
    signal: slow.signal,
    turn: 0,
  })
  const left = sandbox.run('python', ['print(1)'], [stdin('')], { signal: leaver.signal, turn: 0 })
  leaver.abort()
  await expect(left).rejects.toThrow()
  slow.abort()
  await expect(hanging).rejects.toThrow()
})

it('says that it takes no more while many programs wait', async () => {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  const crowd = Array<string>(200).fill('select 1')
  const runs = sandbox.run('sql', crowd, [query('')], { signal: controller.signal, turn: 0 })
  expect(sandbox.whyNot('sql')).toBe('Too many programs are waiting to be run.')
  expect(sandbox.whyNot('javascript')).toBeNull()
  controller.abort()
  await expect(runs).rejects.toThrow()
  await sandbox.run('sql', ['', ''], [query('')], { signal, turn: 0 })
  expect(sandbox.whyNot('sql')).toBeNull()
})

it('ends with the signal', async () => {
  const controller = new AbortController()
  const run = sandbox.run('python', ['while True: pass'], [stdin('')], { signal: controller.signal, turn: 0 })
  setTimeout(() => controller.abort(new Error('enough')), 100)
  await expect(run).rejects.toThrow('enough')
})

it('runs nothing and says why when it is off', async () => {
  const off = createSandbox({ isOn: false })
  expect((['python', 'javascript', 'sql'] as const).map(off.whyNot)).toEqual([
    'RUN_CODE is off.',
    'RUN_CODE is off.',
    'RUN_CODE is off.',
  ])
  const [run] = await off.run('python', ['1'], [call('1')], { signal, turn: 0 })
  expect(run).toEqual({ outcomes: [], problem: 'RUN_CODE is off.' })
})

it('takes less than 50 ms of the event loop for five programs on 25 trials', async () => {
  const programs = Array.from({ length: 5 }, () => 'def f(x): return [str(x)] * 20')
  const trials = Array.from({ length: 25 }, (_, number) => call(`f(${number})`))
  const active: number[] = []
  // The least of several, because on a busy machine a process is interrupted.
  for (let round = 0; round < 6; round++) {
    const before = performance.eventLoopUtilization()
    await sandbox.run('python', programs, trials, { signal, turn: 0 })
    active.push(performance.eventLoopUtilization(before).active)
  }
  expect(Math.min(...active)).toBeLessThan(50)
})
