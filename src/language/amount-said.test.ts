import { expect, it } from 'vitest'
import { amountSaid } from './amount-said.ts'

it.each([
  ['The Moon pulls the sea, and the sea rises.', 4],
  ['Good luck!', 2],
  ['月球引起潮汐。', 4],
  ['It is 東京 in Japanese.', 3],
  ['', 0],
])('says of %j how much it says: %i', (sentence, amount) => {
  expect(amountSaid(sentence)).toBe(amount)
})
