import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { createSandbox } from '../src/adapters/sandbox/sandbox.ts'
import type { CodeLanguage, Trial } from '../src/engine/panel/code-port.ts'
import { longestBlock } from './longest-block.ts'
import { percentile } from './percentile.ts'
import { processorTime } from './processor-time.ts'

const ROUNDS = 20
const CALLS = Array.from({ length: 25 }, (_, number): Trial => {
  const pairs = Array.from({ length: number }, (_, place) => [
    (place * 37) % 50,
    ((place * 37) % 50) + (place % 9),
  ])
  return { kind: 'call', expression: `merge(${JSON.stringify(pairs)})` }
})
const PYTHON = `
from typing import List

def merge(pairs: List[List[int]]) -> List[List[int]]:
    merged = []
    for start, end in sorted(pairs):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged
`
const TYPESCRIPT = `
export function merge(pairs: number[][]): number[][] {
  const merged: number[][] = []
  for (const [start, end] of [...pairs].sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
`
const QUERIES = CALLS.map((): Trial => {
  const rows = Array.from({ length: 20 }, (_, row) => `(${row % 5}, ${row * 3})`)
  return { kind: 'query', setup: `create table sales(shop, amount); insert into sales values ${rows.join()}` }
})
const SQL =
  'select shop, sum(amount), avg(amount) from sales group by shop having count(*) > 2 order by 2 desc'

const JOBS: Array<[CodeLanguage, string, Trial[]]> = [
  ['python', PYTHON, CALLS],
  ['javascript', TYPESCRIPT, CALLS],
  ['sql', SQL, QUERIES],
]

/** What five drafts cost that are run on 25 inputs: in their processes, and in the turns of the service's event loop. */
export async function* benchSandbox(): AsyncGenerator<string> {
  yield 'five drafts on 25 inputs, warm (goal: at most 500 ms of processor time, no turn over 50 ms)'
  const sandbox = createSandbox()
  const { signal } = new AbortController()
  for (const [language, draft, trials] of JOBS) {
    const run = () =>
      sandbox.run(
        language,
        Array.from({ length: 5 }, () => draft),
        trials,
        { signal, turn: 0 },
      )
    const cold = performance.now()
    const [first] = await run()
    const coldMs = performance.now() - cold
    if (first!.outcomes.some(({ kind }) => kind !== 'value'))
      throw new Error(JSON.stringify(first).slice(0, 500))
    await run()
    const [busy, took, turns, active]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      const [worked, started] = [workOfChildren(), performance.now()]
      const before = performance.eventLoopUtilization()
      const { blocked } = await longestBlock(async () => void (await run()))
      busy.push(workOfChildren() - worked)
      took.push(performance.now() - started)
      turns.push(blocked)
      active.push(performance.eventLoopUtilization(before).active)
    }
    const [processor, passed, own] = [busy, took, active].map((values) => percentile(values, 0.5).toFixed(0))
    const longest = Math.max(...turns).toFixed(1)
    yield `${language}: processor ${processor} ms, passed ${passed} ms (cold ${coldMs.toFixed(0)} ms), all turns of a job ${own} ms, the longest of all ${longest} ms`
  }
  sandbox.close()
}

/** Processor time of all processes that this one has started. */
function workOfChildren(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.reduce((sum, child) => sum + (processorTime(Number(child)) ?? 0), 0)
}
