import { expect, it } from 'vitest'
import { percent } from '../../../src/contract/trust-in-words.ts'
import { count, dollars, duration, inWords } from './figures.ts'

it.each([
  [null, 'cost unknown'],
  [0, '$0'],
  [0.00001, 'less than $0.0001'],
  [0.0042, '$0.0042'],
  [1.5, '$1.50'],
])('says %s dollars as %s', (amount, text) => {
  expect(dollars(amount)).toBe(text)
})

it.each([
  [0, '0 s'],
  [420, '0.4 s'],
  [9_000, '9 s'],
  [42_400, '42 s'],
  [125_000, '2 min 05 s'],
])('says %s milliseconds as %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text)
})

it('counts and lists in words', () => {
  expect([count(1, 'call'), count(2, 'call')]).toEqual(['1 call', '2 calls'])
  expect(inWords(['a', 'b', 'c'])).toBe('a, b and c')
  expect(percent(0.126)).toBe('13%')
})
