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
    ['yes', 'True, it does', true],
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

  it('does not judge answers of two kinds, or free texts', () => {
    expect(same('42', 'yes')).toBeNull()
    expect(same('42', 'Paris')).toBeNull()
    expect(same('It is so because it was so', 'It is so because it was so')).toBeNull()
  })
})
