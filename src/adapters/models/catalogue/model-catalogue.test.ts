import { expect, test } from 'vitest'
import type { ListedModel } from '../../../consensus/model-catalogue.ts'
import { createKeptList, createModelCatalogue } from './model-catalogue.ts'

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

test('prices of the settings are those of the models that they name, by any of their ids, and win over listed ones', async () => {
  const price = (usd: number) => ({ promptUsdPerMillion: usd, completionUsdPerMillion: usd, requestUsd: 0 })
  const listed = (id: string) => ({ id, name: null, contextLength: null, price: price(9) })
  const { list } = listOf('openai/large')
  const prices = new Map([
    ['ollama/*', price(0)],
    ['ollama/big', price(2)],
    ['openai/large', price(3)],
    ['gemini/pro', price(4)],
    ['mine', price(5)],
  ])
  const catalogue = createModelCatalogue((server) => (server === 'groq' ? list : undefined), prices)
  const priceAt = async (server: string, model: string) =>
    (await catalogue.priceOf({ provider: server, model }, server))?.promptUsdPerMillion ?? null
  expect(await priceAt('ollama', 'ollama/small')).toBe(0)
  expect(await priceAt('ollama', 'big')).toBe(2)
  expect(await priceAt('openrouter', 'openai/large')).toBe(3)
  expect(await priceAt('gemini', 'google/pro')).toBe(4)
  expect(await priceAt('openai', 'mine')).toBe(5)
  expect(await priceAt('groq', 'openai/large'), 'that of another server').toBe(null)
  const shown = createModelCatalogue(
    () => createKeptList({ fetchList: async () => [listed('small')], now: () => 0, onFault() {} }),
    prices,
  )
  expect(await shown.list('ollama')).toEqual([{ ...listed('small'), price: price(0) }])
  const reply = {
    costUsd: null,
    promptTokens: 10,
    completionTokens: 0,
    calls: 1,
    latencyMs: 1,
    unpricedCalls: 1,
  }
  expect(catalogue.priced(reply, { provider: 'ollama', model: 'big' }, 'ollama').costUsd).toBe(0.00002)
})
