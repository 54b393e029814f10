import { expect, it } from 'vitest'
import { aboutDollars, typicalCost } from './typical-cost.ts'

const price = (model: string, prompt: number | null, completion: number | null) => ({
  model,
  prompt_usd_per_million: prompt,
  completion_usd_per_million: completion,
  request_usd: 0,
})

it('adds up what each model of the panel reads and writes', () => {
  const prices = [price('a', 1, 10), price('b', 2, 0)]
  // Of a short answer in a panel of two, each model reads 850 tokens and writes 300.
  expect(typicalCost({ prices, models: ['a', 'b'] }, 'closed')).toBeCloseTo(0.00555, 8)
  expect(typicalCost({ prices, models: ['a', 'b'] }, 'open')).toBeGreaterThan(0.015)
})

it('knows nothing without all prices', () => {
  expect(typicalCost({ prices: [price('a', 1, null)], models: ['a'] }, 'closed')).toBeNull()
  expect(typicalCost({ prices: [], models: ['a'] }, 'closed')).toBeNull()
})

it.each([
  [0, '$0'],
  [0.0004, 'less than $0.001'],
  [0.0123, '$0.01'],
  [0.0051, '$0.005'],
  [0.256, '$0.26'],
  [3.21, '$3.2'],
])('tells %s as %s', (amount, text) => {
  expect(aboutDollars(amount)).toBe(text)
})
