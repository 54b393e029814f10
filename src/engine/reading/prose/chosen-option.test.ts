import { describe, expect, it } from 'vitest'
import { chosenOption, optionsNamedIn } from './chosen-option.ts'

const OPTIONS = new Map([
  ['A', 'a cat'],
  ['B', 'a dog'],
  ['C', 'a cow'],
  ['D', 'a hen'],
])
const read = (text: string) => chosenOption(text, OPTIONS)
const LONG = Array.from(
  { length: 6 },
  (_, index) => `We should look at animal number ${index} before we say anything at all about it. `,
).join('')

describe('chosenOption', () => {
  it.each([
    'The answer is **(B)**.',
    'B',
    'b',
    'So the answer is: (b).',
    'B. a dog',
    'B\n\nDogs bark, the others do not.',
    'A\n\nOn reflection dogs bark, so the answer is B.',
    'La respuesta es B.',
    'Die Antwort ist (B).',
    'a dog',
    'The answer is a dog.',
    'It purrs not, it barks. So it must be a dog.',
    `${LONG}It is the dog. Therefore, option B is right.`,
    `${LONG}\n\nB`,
    `${LONG}\n\n(B) a dog`,
    'A dog is what barks. Dogs were bred to guard the house.',
    `${LONG}That makes it (B). I am sure of it. Nothing else would do.`,
  ])('finds B in %j', (text) => {
    expect(read(text)).toBe('B')
  })

  it.each([
    `${LONG}A cat purrs. A dog barks. So we can say that the`,
    `${LONG}So it could be a dog, if we take that`,
    `${LONG}Therefore, both A and B are right.`,
    `${LONG}A. a cat purrs.\nD. a hen cackles.\nThe ones that are right are A and B.`,
    `${LONG}The ones that are right are (A), (B) and (C).`,
    `${LONG}The energy is then 5 C.`,
    'Hm.',
    '',
  ])('finds no choice in %j', (text) => {
    expect(read(text)).toBeNull()
  })

  it.each([
    'None of the above.',
    'The answer is not listed.',
    `${LONG}However, the result is not among the options.`,
    `${LONG}This does not match any of them. Please check the question.`,
  ])('finds that %j rejects them all', (text) => {
    expect(read(text)).toBe('None of the options')
  })

  it('does not take a line of a list for the conclusion', () => {
    expect(read(`${LONG}\nC. a cow moos.\nD. a hen cackles all day.\nHard to say.`)).toBeNull()
    expect(read(`${LONG}\nWhat barks is:\nB. a dog\nNothing else does.`)).toBe('B')
  })

  it('takes “none of the above” for the option that says so', () => {
    const options = new Map([...OPTIONS, ['E', 'none of the above']])
    expect(chosenOption('The answer is none of the above.', options)).toBe('E')
    expect(chosenOption(`${LONG}So it is none of the above.`, options)).toBe('E')
  })
})

describe('optionsNamedIn', () => {
  const named = (sentence: string) => [...optionsNamedIn(sentence, OPTIONS)].join('')

  it.each([
    'Option B is correct.',
    'So (B) must be the right one.',
    'B seems the most appropriate.',
    'I would choose B.',
    'This corresponds to option B.',
    'Therefore B.',
    'The animal that barks is B. a dog',
    'The animal that does not purr is B.',
    'The one that barks is a dog (B).',
    'It is the one that barks (option B).',
    'B, for it barks.',
    'That leaves (B).',
    'A is incorrect, so B.',
  ])('finds B in %j', (sentence) => {
    expect(named(sentence)).toBe('B')
  })

  it.each([
    'It is not B.',
    "It can't be B.",
    'Option B is not correct.',
    'B is incorrect.',
    'B cannot be right.',
    'Vitamin C helps.',
    'It moos (C) at night.',
    'It (option B was mine) moos.',
    'A cow moos.',
    'It barks.',
  ])('finds none in %j', (sentence) => {
    expect(named(sentence)).toBe('')
  })

  it('finds every one that is named or listed', () => {
    expect(named('Both option A and option B are correct.')).toBe('AB')
    expect(named('Take A, B and C.')).toBe('ABC')
  })
})
