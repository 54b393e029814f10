import { expect, it } from 'vitest'
import { monthNumber } from './calendar-words.ts'

it.each([
  ['january', 1],
  ['jan', 1],
  ['sept', 9],
  ['dec.', 12],
  ['monday', 0],
])('the month number of “%s” is %i', (name, number) => expect(monthNumber(name)).toBe(number))
