import { describe, expect, it } from 'vitest'
import { firstNumberIn, isRight } from './is-right.ts'

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

it.each([
  ['The tower is 330 m high and was built in 1889.', '330'],
  ['It fell to −5 °C.', '-5'],
  ['minus five degrees', '-5'],
  ['forty-two of a dozen', '42'],
  ['3.00×10⁸ m/s', '300000000'],
  ['one of them, or 1,000', '1000'],
  ['1e999999 and 7', '7'],
])('the first number in “%s” is %s', (text, number) => {
  expect(firstNumberIn(text)?.toString()).toBe(number)
})

it.each(['', 'no numbers here', 'H2O and B12', 'one of them', 'half of it', 'someone'])(
  'there is none in “%s”',
  (text) => {
    expect(firstNumberIn(text)).toBeNull()
  },
)
