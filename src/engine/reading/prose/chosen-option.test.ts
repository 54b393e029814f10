import { describe, expect, it } from 'vitest'
import { chosenOption } from './chosen-option.ts'

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
    'a dog',
    'The answer is a dog.',
    'It purrs not, it barks. So it must be a dog.',
    `${LONG}It is the dog. Therefore, option B is right.`,
    `${LONG}\n\nB`,
    `${LONG}\n\n(B) a dog`,
    'The dog (B) barks. Dogs were bred to guard, and so they learnt to bark at whatever moves at night.',
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
