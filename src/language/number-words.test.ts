import { describe, expect, it } from 'vitest'
import { isOrdinal, joinNumbers, numberFromWord } from './number-words.ts'

describe('numberFromWord', () => {
  it.each([
    ['seven', '7'],
    ['nineteen', '19'],
    ['ninety', '90'],
    ['first', '1'],
    ['twelfth', '12'],
    ['thirteenth', '13'],
    ['viii', '8'],
    ['twice', '2'],
    ['42', '42'],
    ['3.5', '3.5'],
    ['21st', '21'],
    ['1960s', '1960'],
    ['2nd', '2'],
  ])('reads %s as %s', (word, number) => {
    expect(numberFromWord(word)).toBe(number)
  })

  it.each(['second', 'i', 'v', 'many', 'seventh-day', ''])('does not read %j as a number', (word) => {
    expect(numberFromWord(word)).toBeNull()
  })

  it('keeps other suffixes of a number', () => {
    expect(numberFromWord('4x')).toBe('4x')
  })
})

describe('joinNumbers', () => {
  it.each([
    ['20', '7', '27'],
    ['90', '9', '99'],
    ['20', '0', null],
    ['20', '10', null],
    ['21', '7', null],
    ['10', '7', null],
    ['100', '7', null],
  ])('joins %s and %s: %s', (tens, ones, joined) => {
    expect(joinNumbers(tens, ones)).toBe(joined)
  })
})

it('distinguishes ordinals from cardinals', () => {
  expect(['third', '3rd', 'twentieth'].every(isOrdinal)).toBe(true)
  expect(['three', '3', '1960s'].some(isOrdinal)).toBe(false)
})
