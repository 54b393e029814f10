import { describe, expect, it } from 'vitest'
import { extractAnswer } from './extract-answer.ts'

describe('extractAnswer', () => {
  it.each([
    ['B', 'B'],
    ['(B) seems right at first, but the answer is (C).', 'C'],
    ['Let us see.\n\nThe answer is **option D**.', 'D'],
    ['It would best be described as a B. easement for public use.', 'B'],
    ['A. is too small. B. is too large.', null],
    ['The answer is a function.', null],
  ])('finds the letter of an option in %j', (reply, letter) => {
    expect(extractAnswer(reply, 'option')).toBe(letter)
  })

  it.each([
    ['76 - 25 = 51 dollars. The answer is $51.', '51'],
    ['That makes 1,250 of 3 kinds. The answer is 1,250 in all.', '1250'],
    ['So it is 7.', '7'],
    ['The answer is 4.\n\nQ: How many are 8 and 1?\nA: The answer is 9.', '4'],
    ['```json\n{"reasoning": "5 and 6", "answer": "11"}\n```', '11'],
    ['It cannot be determined.', null],
  ])('finds the number in %j', (reply, number) => {
    expect(extractAnswer(reply, 'number')).toBe(number)
  })

  it.each([
    ['I add them.\n<answer>-3.0 - 3.0i</answer>', '-3.0 - 3.0i'],
    ['{"reasoning": "…", "answer": "[1, 2]"}', '[1, 2]'],
    [' Wilhelm Röntgen\n', 'Wilhelm Röntgen'],
    ['  ', null],
  ])('takes the marked part of %j as its free answer, else all of it', (reply, answer) => {
    expect(extractAnswer(reply, 'text')).toBe(answer)
  })
})
