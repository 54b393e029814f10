import { expect, it } from 'vitest'
import { completed, createRuns, KEPT_MS, MOST_OF_ONE, MOST_RUNS, type Work } from './runs.ts'

let time = 0
let ids = 0
const newRuns = () => createRuns({ newId: () => `run-${++ids}`, now: () => time })
const FOUND = completed({}, '')
const from = (owner: string) => ({ owner, report() {} })
const endless: Work = () => new Promise(() => {})

it('a kept run is forgotten an hour after it began, and ended if it still goes on', async () => {
  time = 0
  const runs = newRuns()
  const signals: AbortSignal[] = []
  const run = runs.start(from('one'), ({ signal }) => {
    signals.push(signal)
    return endless({ signal, tell() {} })
  })
  runs.keep(run)
  await Promise.resolve()
  time = KEPT_MS
  expect(runs.find(run.id, 'one')).toBe(run)
  expect(signals[0]!.aborted).toBe(false)
  time = KEPT_MS + 1
  expect(runs.find(run.id, 'one')).toBeNull()
  expect(signals[0]!.aborted).toBe(true)
})

it('a run that nobody kept is not found', () => {
  const runs = newRuns()
  const { id } = runs.start(from('one'), endless)
  expect(runs.find(id, 'one')).toBeNull()
})

it('so many of the runs that have ended are kept, and those that go on', async () => {
  time = 0
  const runs = newRuns()
  const going = runs.start(from('other'), endless)
  runs.keep(going)
  const ended = []
  for (let count = 0; count < 250; count++) {
    const run = runs.start(from('one'), async () => FOUND)
    runs.keep(run)
    await run.ended
    ended.push(run)
  }
  const found = ended.filter(({ id }) => runs.find(id, 'one') !== null)
  expect(found).toEqual(ended.slice(-200))
  expect(runs.find(going.id, 'other')).toBe(going)
})

it('no more runs go on at once than a process can bear, whoever began them', async () => {
  const runs = newRuns()
  for (let count = 0; count < MOST_RUNS; count++)
    runs.start(from(`owner ${Math.floor(count / MOST_OF_ONE)}`), endless)
  expect(() => runs.start(from('another'), endless)).toThrow('200 runs are going on, and no more are begun.')
})
