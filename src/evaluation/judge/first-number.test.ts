import { expect, it } from 'vitest'
import { firstNumberIn } from './first-number.ts'

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
