import { describe, expect, it } from 'vitest'
import { cutLong, sentencesOf } from './sentences.ts'

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

describe('cutLong', () => {
  it('leaves a sentence of ordinary length as it is', () => {
    expect(cutLong('It is red, green, and blue; not grey.')).toEqual([
      'It is red, green, and blue; not grey.',
    ])
  })

  it('loses nothing of a long one, and cuts only where a clause ends', () => {
    const long = `${'one two three, four five; '.repeat(40)}six.`
    const parts = cutLong(long)
    expect(parts.join(' ')).toBe(long)
    expect(parts.slice(0, -1).every((part) => /[,;]$/.test(part))).toBe(true)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(250)
    expect(cutLong('x'.repeat(900))).toEqual(['x'.repeat(900)])
  })
})
