import { describe, expect, it } from 'vitest'
import { askedBy } from '../question/asked.ts'
import { readOption } from './read-option.ts'

const CHOICE = 'Which animal barks?\nA. a cat\nB. a dog\nC. a cow'

const read = (text: string, query = CHOICE, severalThings = false) =>
  readOption(text, { ...askedBy(query), severalThings })

describe('readOption', () => {
  it.each([
    ['B', 'B'],
    ['B. a dog', 'B'],
    ['a dog', 'B'],
    ['Option B is right', 'B'],
    ['I think it is B', 'B'],
    ['It is B, as dogs bark', 'B'],
    ['The animal that is known to bark is (B)', 'B'],
  ])('reads %j as %s', (text, letter) => {
    expect(read(text)).toBe(letter)
  })

  it.each([
    'a horse',
    'None of the options',
    'B and C',
    'It is hard to tell which of them does',
    'Wolves howl, foxes scream, hyenas laugh and jackals yelp, so it is B',
    `It is B. ${'That is so. '.repeat(20)}`,
  ])('reads no option in %j', (text) => {
    expect(read(text)).toBeNull()
  })

  it('reads none where none was offered', () => {
    expect(read('B', 'Which animal barks?')).toBeNull()
  })

  it('reads only what is no more than an option where several things are asked', () => {
    const query = 'Which animal barks, and when?\nA. a cat\nB. a dog\nC. a cow'
    expect(read('B', query, true)).toBe('B')
    expect(read('It is B, at night', query, true)).toBeNull()
  })
})
