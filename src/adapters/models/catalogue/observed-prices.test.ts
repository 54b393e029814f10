import { expect, test } from 'vitest'
import { createObservedPrices } from './observed-prices.ts'

const call = (promptTokens: number, completionTokens: number, costUsd: number | null) => ({
  latencyMs: 1,
  promptTokens,
  completionTokens,
  costUsd,
})

test('the price of prompts and replies is found from calls of different proportions', () => {
  const prices = createObservedPrices()
  for (const [prompt, completion] of [
    [1000, 100],
    [3000, 200],
    [500, 900],
  ] as const)
    prices.note('m', call(prompt, completion, (prompt * 3 + completion * 15) / 1e6))
  const price = prices.of('m')
  expect(price?.promptUsdPerMillion).toBeCloseTo(3, 6)
  expect(price?.completionUsdPerMillion).toBeCloseTo(15, 6)
  expect(price?.source).toBe('observed')
})

test('one price stands for both while the calls do not tell them apart', () => {
  const prices = createObservedPrices()
  prices.note('m', call(100, 100, 0.001))
  prices.note('m', call(200, 200, 0.002))
  expect(prices.of('m')?.promptUsdPerMillion).toBeCloseTo(5, 6)
  expect(prices.of('m')?.completionUsdPerMillion).toBeCloseTo(5, 6)
})

test('a price is never negative, and a free model costs nothing', () => {
  const prices = createObservedPrices()
  prices.note('odd', call(1000, 1, 0.001))
  prices.note('odd', call(1000, 1000, 0.0001))
  expect(
    Math.min(prices.of('odd')!.promptUsdPerMillion, prices.of('odd')!.completionUsdPerMillion),
  ).toBeGreaterThan(0)
  prices.note('free', call(10, 1000, 0))
  prices.note('free', call(1000, 10, 0))
  expect(prices.of('free')).toMatchObject({ promptUsdPerMillion: 0, completionUsdPerMillion: 0 })
})

test('calls of unknown cost, or without tokens, teach nothing', () => {
  const prices = createObservedPrices()
  prices.note('m', call(10, 10, null))
  prices.note('m', call(0, 0, 0))
  prices.note('m', { ...call(10, 10, 1), calls: 2, unpricedCalls: 1 })
  expect(prices.of('m')).toBeNull()
})
