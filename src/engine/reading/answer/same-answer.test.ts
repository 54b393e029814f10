import { describe, expect, it } from 'vitest'
import { canonicalAnswer } from './canonical-answer.ts'
import { sameClosedAnswer } from './same-answer.ts'

function same(left: string, right: string, query = 'What is it?'): boolean | null {
  const [one, other] = [canonicalAnswer(left, query), canonicalAnswer(right, query)]
  const result = sameClosedAnswer(one, other)
  expect(sameClosedAnswer(other, one), 'the order does not matter').toBe(result)
  return result
}

describe('sameClosedAnswer, of names', () => {
  it.each([
    ['Einstein', 'Albert Einstein'],
    ['paris', 'Paris'],
    ['Paris', 'Paris, France'],
    ['The Beatles', 'Beatles'],
    ['Universität Zürich', 'universitat zurich'],
    ['USA', 'United States of America'],
    ['FBI', 'Federal Bureau of Investigation'],
  ])('takes %s and %s for one', (left, right) => {
    expect(same(left, right)).toBe(true)
  })

  it.each([
    ['Paris', 'London'],
    ['Albert Einstein', 'Alfred Einstein'],
    ['Apollo 11', 'Apollo 12'],
    ['USA', 'United Kingdom'],
    ['Austria', 'Australia'],
    ['Iran', 'Iraq'],
    ['Henry Ford', 'Gerald Ford'],
  ])('takes %s and %s for two', (left, right) => {
    expect(same(left, right)).toBe(false)
  })
})

describe('sameClosedAnswer, of other kinds', () => {
  it.each([
    ['1 km', '1000 m', true],
    ['1 km', '1001 m', false],
    ['yes', 'True', true],
    ['yes', 'no', false],
    ['20 July 1969', '1969-07-20', true],
    ['20 July 1969', '21 July 1969', false],
    ['before July 1969', 'after July 1969', false],
    ['before July 1969', 'July 1969', false],
    ['before July 1969', 'prior to July 1969', true],
    ['over 50, under 20, 3', 'under 50, over 20, 3', false],
    ['No. 5', 'No. 10', false],
    ['red, green, blue', 'blue, green and red', true],
    ['red, green, blue', 'red, green, yellow', false],
    ['red, green, blue', 'red, green, blue, black', false],
  ])('compares %j with %j: %s', (left, right, expected) => {
    expect(same(left, right)).toBe(expected)
  })

  it.each([
    ['Yes', 'Yes, it does', 'Does it bark?', true],
    ['Yes', 'Yes, if it is hungry', 'Does it bark?', null],
    ['Yes, if it is fed', 'Yes, if it is hungry', 'Does it bark?', null],
    ['No', 'Yes, if it is hungry', 'Does it bark?', false],
    ['Nein, es bellt nicht', 'No', 'Does it bark?', true],
    ['8 apples', '8 pears', 'How many are there?', null],
    ['8 apples', '8', 'How many are there?', null],
    ['8 apples', '8', 'How many apples are there?', true],
    ['8 apples', '9 apples', 'How many are there?', false],
    ['red, green, blue', 'blue, green, red', 'Rank the colours by wavelength.', false],
    ['x = 2 and x = 3', '3, 2', 'Solve it.', true],
    ['x = 2, y = 3', 'x = 3, y = 2', 'Solve it.', false],
    ['1,206,000', '1,206,400', 'How many are there?', false],
    ['about 1,206,000', '1,206,400', 'How many are there?', true],
  ])('compares %j with %j in answer to “%s”: %s', (left, right, query, expected) => {
    expect(same(left, right, query)).toBe(expected)
  })

  it('does not judge code and formulas, even equal ones', () => {
    expect(same('E = mc^2', 'E = mc^2')).toBeNull()
  })

  it('does not judge answers of two kinds, or free texts', () => {
    expect(same('42', 'yes')).toBeNull()
    expect(same('42', 'Paris')).toBeNull()
    expect(same('It is so because it was so', 'It is so because it was so')).toBeNull()
  })
})

describe('two lists', () => {
  const same = (left: string, right: string, query = 'Name the colours.') =>
    sameClosedAnswer(canonicalAnswer(left, query), canonicalAnswer(right, query))

  it('are the same in any order, each item once', () => {
    expect(same('green, red and blue', 'Blue; red; green; red')).toBe(true)
    expect(same('green, red and blue', 'green, red and black')).toBe(false)
  })

  it('differ in another order where one was asked for', () => {
    expect(same('red, green, blue', 'green, red, blue', 'Rank the colours by wavelength.')).toBe(false)
  })

  it('leave it open where only one of them is numbered', () => {
    expect(same('1. red\n2. green\n3. blue', 'green, red, blue')).toBeNull()
    expect(same('1. red\n2. green\n3. blue', 'red, green, blue')).toBe(true)
  })
})
