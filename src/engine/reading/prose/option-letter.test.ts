import { describe, expect, it } from 'vitest'
import { endsWith, letterAt, opensWith } from './option-letter.ts'

const OPTIONS = new Map([
  ['A', 'a cat'],
  ['B', 'a barking dog'],
  ['C', 'carbon'],
])

describe('letterAt', () => {
  it.each([
    ['(B)', 'B'],
    ['(b).', 'B'],
    ['"B"', 'B'],
    ['[B] it is', 'B'],
    ['B', 'B'],
    ['B.', 'B'],
    ['B) a barking dog', 'B'],
    ['B because dogs bark', 'B'],
    ['B barking dog', 'B'],
    ['option B', 'B'],
    ['Option (b)', 'B'],
    ['option C does it', 'C'],
    ['(B', 'B'],
    ['(B, C)', 'B'],
    ['A, since it purrs', 'A'],
    ['D', null],
    ['A dog', null],
    ['b', null],
    ['Because', null],
    ['B12', null],
    ["C's", null],
    ['C-14', null],
    ['A/C unit', null],
    ['(a) three hours', null],
    ['', null],
    ['B = a dog', null],
  ])('reads %j as %j', (text, letter) => {
    expect(letterAt(text, 0, OPTIONS)?.letter ?? null).toBe(letter)
  })

  it('says where the mark ends', () => {
    expect(letterAt('so option (B) it is', 3, OPTIONS)).toEqual({ letter: 'B', end: 13 })
    expect(letterAt('so B.', 3, OPTIONS)).toEqual({ letter: 'B', end: 4 })
  })
})

describe('opensWith and endsWith', () => {
  it('compare words, articles and case aside', () => {
    expect(opensWith('. The barking dog, I say', 'a barking dog')).toBe(true)
    expect(opensWith('Barking cats', 'a barking dog')).toBe(false)
    expect(opensWith('Carbon', 'carbon')).toBe(true)
    expect(opensWith('', 'carbon')).toBe(false)
    expect(opensWith('x', '')).toBe(false)
    expect(endsWith('It must be the barking dog (', 'a barking dog')).toBe(true)
    expect(endsWith('It must be the dog (', 'a barking dog')).toBe(false)
    expect(endsWith('It must be', '')).toBe(false)
  })
})
