import { describe, expect, it } from 'vitest'
import { isRight } from './is-right.ts'

describe('a short answer', () => {
  it.each([
    ['1/2', '0.5', true],
    ['1/2', 'It is 1/2.', true],
    ['1/2', '1', false],
    ['1/2', '2', false],
    ['5/7/2020', 'on 5/7/2020', true],
    ['5/7/2020', '5', false],
    ['5/7/2020', 'in 2020', false],
    ['N/A', 'N/A', true],
    ['N/A', 'a', false],
    ['1/0', '1', false],
    ['Twain / Clemens', 'Samuel Clemens', true],
    ['Twain / Clemens', 'Poe', false],
    ['12 / a dozen', '12.0', true],
    ['12 / a dozen', 'about a dozen', true],
    ['12 / a dozen', '112', false],
    ['AC/DC', 'AC/DC, of course', true],
    ['AC/DC', 'DC Comics', false],
  ])('to a question whose answer is %j is, as %j, right: %s', (gold, answer, right) => {
    expect(isRight(answer, 'text', { gold })).toBe(right)
  })
})
