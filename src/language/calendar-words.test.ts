import { describe, expect, it } from 'vitest'
import { dateInFull, monthNumber } from './calendar-words.ts'

it.each([
  ['january', 1],
  ['jan', 1],
  ['sept', 9],
  ['dec.', 12],
  ['monday', 0],
])('the month number of “%s” is %i', (name, number) => expect(monthNumber(name)).toBe(number))

describe('dateInFull', () => {
  it.each([
    ['sept', 'september'],
    ['thurs', 'thursday'],
    ['march', 'march'],
    ['sat', 'sat'],
    ['mar', 'mar'],
  ])('writes %s as %s', (word, full) => expect(dateInFull(word)).toBe(full))
})
