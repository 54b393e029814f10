import { describe, expect, it } from 'vitest'
import { monthNumber, parseDate } from './calendar-date.ts'

const LANDING = { year: 1969, month: 7, day: 20 }

describe('parseDate', () => {
  it.each([
    '1969-07-20',
    '20 July 1969',
    '20th of July, 1969',
    'the 20th of July 1969',
    'July 20, 1969',
    'Jul. 20 1969',
    'on July 20th, 1969',
  ])('reads %j as a day', (text) => {
    expect(parseDate(text)).toEqual(LANDING)
  })

  it.each([
    ['July 1969', { year: 1969, month: 7, day: null }],
    ['in September 1066', { year: 1066, month: 9, day: null }],
    ['1969', null],
    ['20 July', null],
    ['May I have 1969 of them', null],
  ])('reads %j as %j', (text, date) => {
    expect(parseDate(text)).toEqual(date)
  })
})

it.each([
  ['january', 1],
  ['jan', 1],
  ['sept', 9],
  ['dec.', 12],
  ['monday', 0],
])('the month number of “%s” is %i', (name, number) => expect(monthNumber(name)).toBe(number))
