import { describe, expect, it } from 'vitest'
import { daysMentioned, parseDate } from './calendar-date.ts'

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

describe('daysMentioned', () => {
  it.each([
    ['It was on 20 July 1969.', [[7, 20]]],
    [
      'On July 20th, 1969, and on the 3rd of Aug.',
      [
        [8, 3],
        [7, 20],
      ],
    ],
    ['1969-07-20', [[7, 20]]],
    ['In July 1969 and on May 5', [[5, 5]]],
    ['It may 3.5 times rise, and March 2020 was cold', []],
    ['version 2020-07-2011', []],
  ])('finds the days of “%s”', (text, days) => {
    expect(daysMentioned(text).map(({ month, day }) => [month, day])).toEqual(days)
  })
})
