import { expect, test } from 'vitest'
import type { ListedModel } from '../../../consensus/model-catalogue.ts'
import { createKeptList } from './model-catalogue.ts'

const MINUTE = 60_000

/** A list that is fetched as told: what it names, or a failure. */
function listOf(...outcomes: Array<string | Error>) {
  let time = 0
  const faults: unknown[] = []
  const fetched: string[] = []
  const list = createKeptList({
    async fetchList() {
      const outcome = outcomes[Math.min(fetched.length, outcomes.length - 1)]!
      fetched.push(String(outcome))
      await Promise.resolve()
      if (outcome instanceof Error) throw outcome
      return [{ id: outcome, name: null, contextLength: null, price: null }]
    },
    now: () => time,
    onFault: (error) => faults.push(error),
  })
  const ids = async () => (await list.get())?.map(({ id }: ListedModel) => id) ?? null
  return { list, ids, faults, fetched, pass: (minutes: number) => (time += minutes * MINUTE) }
}

test('nothing is fetched until it is wanted, and then once for all who want it', async () => {
  const { list, ids, fetched } = listOf('a')
  expect([list.known(), fetched]).toEqual([null, []])
  expect(await Promise.all([ids(), ids(), ids()])).toEqual([['a'], ['a'], ['a']])
  expect(fetched).toHaveLength(1)
})

test('a list is kept for an hour, and used while the next one is fetched', async () => {
  const { list, ids, fetched, pass } = listOf('a', 'b')
  await ids()
  pass(59)
  expect(await ids()).toEqual(['a'])
  expect(fetched).toHaveLength(1)
  pass(1)
  expect(await ids()).toEqual(['a'])
  await new Promise(setImmediate)
  expect(list.known()).toMatchObject([{ id: 'b' }])
  expect(await ids()).toEqual(['b'])
  expect(fetched).toHaveLength(2)
})

test('a failure is remembered for a minute, and an old list outlives it', async () => {
  const { ids, fetched, faults, pass } = listOf(new Error('down'), 'a', new Error('down again'), 'b')
  expect([await ids(), await ids()]).toEqual([null, null])
  expect(fetched).toHaveLength(1)
  pass(1)
  expect(await ids()).toEqual(['a'])
  pass(60)
  expect([await ids(), await ids()]).toEqual([['a'], ['a']])
  await new Promise(setImmediate)
  expect(faults).toHaveLength(2)
  pass(1)
  await ids()
  await new Promise(setImmediate)
  expect(await ids()).toEqual(['b'])
})
