import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

describe('sentencesOf', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['One\n\n  Two\nThree', ['One', 'Two', 'Three']],
    ['He said “no.” She left.', ['He said “no.”', 'She left.']],
    ['It is 3.5 km. Go.', ['It is 3.5 km.', 'Go.']],
    ['So it is B. Barking dogs. Yes.', ['So it is B. Barking dogs.', 'Yes.']],
    ['B. Barking', ['B. Barking']],
    ['Some, e.g. dogs, bark. Dr. Who agrees.', ['Some, e.g. dogs, bark.', 'Dr. Who agrees.']],
    [
      'J. R. R. Tolkien wrote it. J.K. Rowling did not.',
      ['J. R. R. Tolkien wrote it.', 'J.K. Rowling did not.'],
    ],
    ['--\n**\nYes.', ['Yes.']],
    ['', []],
  ])('splits %j', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences)
  })
})
