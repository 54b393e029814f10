import { describe, expect, it } from 'vitest'
import { optionsNamedIn } from './concluded-option.ts'

const OPTIONS = new Map([
  ['A', 'a cat'],
  ['B', 'a dog'],
  ['C', 'a cow'],
])
const named = (sentence: string) => [...optionsNamedIn(sentence, OPTIONS)].join('')

describe('optionsNamedIn', () => {
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
    'Rather C than B than A purrs.',
    'Vitamin C helps.',
    'It moos (C) at night.',
    'It (option B was mine) moos.',
    'A cow moos.',
    'It barks.',
  ])('finds none in %j', (sentence) => {
    expect(named(sentence)).toBe('')
  })

  it('finds every one that is named', () => {
    expect(named('Both option A and option B are correct.')).toBe('AB')
  })
})
