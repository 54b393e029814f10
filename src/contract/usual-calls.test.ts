import { expect, it } from 'vitest'
import { callsInWords } from './usual-calls.ts'

const models = ['a', 'b', 'c']

it.each([
  [null, 3, 43, 'Usually 3 to 9 calls, at most 43'],
  ['closed', 3, 43, 'Usually 3 to 7 calls, at most 43'],
  ['closed', 2, 43, 'Usually 2 to 6 calls, at most 43'],
  ['open', 3, 15, 'Usually 9 calls, at most 15'],
  ['open', 3, 5, 'Usually 5 calls'],
  ['draft', 3, 15, 'Usually 4 to 6 calls, at most 15'],
  ['closed', 3, 6, 'Usually 3 to 6 calls'],
] as const)('of the kind %s, with %i first and %i at most, are %s', (kind, first_round, at_most, words) => {
  expect(callsInWords({ kind, models, calls: { first_round, at_most } })).toBe(words)
})
