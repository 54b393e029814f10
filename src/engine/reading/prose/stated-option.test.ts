import { describe, expect, it } from 'vitest'
import { statedOption } from './stated-option.ts'

const OPTIONS = new Map([
  ['A', 'a cat'],
  ['B', 'a dog'],
  ['C', 'a cow'],
  ['D', 'a hen'],
])
const read = (text: string) => statedOption(text, OPTIONS)
const REASONING =
  'Cats purr and cows moo, hens cackle all day long, and of all of these animals only one barks. '

describe('statedOption', () => {
  it.each([
    'The answer is B',
    'The answer is (B).',
    'Answer: B',
    'Final answer: "B"',
    'The correct answer to this question is therefore B.',
    'The answer is most likely option B.',
    'The answer is … B. a dog',
    'The answer is ... B',
    'The correct option is B.',
    'The closest options are:\nB. a dog',
    'The best choice is B because it barks.',
    'So \\boxed{B} it is',
    'We get $\\boxed{(B)}$.',
    '#### B',
    'The answer is\n\nB',
    'The correct answer is:\n\nB. a dog',
    'The answer is (B',
  ])('finds B in %j', (text) => {
    expect(read(text)).toBe('B')
  })

  it.each([
    'Let us look at each choice: (A) purrs',
    'To find the answer, look at all of them:\nA. a cat purrs\nB. a dog barks',
    'The options are:\nA. a cat\nB. a dog',
    'The answer is one of these:\nA. a cat\nB. a dog',
    'The answer is not A.',
    "The answer can't be A.",
    'If the answer is A, then cats bark.',
    'The answer is A dog that barks.',
    'Answer A is wrong.',
    'The answer depends. It is A cold day.',
    'The answer is E.',
    'The answer is (N/A).',
    "The answer is B's.",
    'The answer is: B12.',
    'A bird sings.',
    'A. a cat\nB. a dog\nOne of these barks.',
    'It barks.',
  ])('finds none in %j', (text) => {
    expect(read(text)).toBeNull()
  })

  it('keeps a reasoned answer against one that merely follows it', () => {
    expect(read(`${REASONING}The answer is (B).\n\nFinal Answer: The answer is (D).`)).toBe('B')
    expect(read(`${REASONING}The answer is B.\nThe answer is A.\nThe answer is A.`)).toBe('B')
  })

  it('follows a change of mind', () => {
    expect(read(`${REASONING}The answer is (A). Wait, cats purr. The answer is (B).`)).toBe('B')
    expect(read(`${REASONING}The answer is (A). That is wrong. The answer is (B).`)).toBe('B')
    expect(
      read(`${REASONING}The answer is (A). ${REASONING}${REASONING}${REASONING}The answer is (B).`),
    ).toBe('B')
  })

  it('does not take a list of options for a change of mind', () => {
    const list = Array.from(
      'ABCD',
      (letter) => `${letter}. one of the many animals of this other question\n`,
    ).join('')
    expect(read(`${REASONING}The answer is (B).\n\n${list}${list}The answer is (D).`)).toBe('B')
  })

  it('takes the last of several that nothing was said for', () => {
    expect(read('The answer is (A)\nThe answer is (D)\nThe answer is (B)')).toBe('B')
  })

  it('leaves a letter as it was stated, whatever words stand behind it', () => {
    expect(read('The answer is (C) a dog.')).toBe('C')
    expect(read('The answer is (B). A dog barks.')).toBe('B')
  })

  it('judges an endless reply by its ends', () => {
    const endless = 'The answer is not clear. '.repeat(500)
    expect(read(`${endless}So the answer is (B).`)).toBe('B')
  })
})
