import { describe, expect, it } from 'vitest'
import { asksForList, asksForNumber, asksWhen, asksYesOrNo } from './what-is-asked.ts'

describe('what a question asks', () => {
  it.each([
    'How many legs has a spider?',
    'Ann has 5 pens. How much do they cost?',
    'Calculate the tip.',
    'What is the total cost of the trip?',
    'Find the area of the square.',
    'What percentage of it is water?',
    'How far is the moon?',
    'What is the difference between 12 and 5?',
  ])('is a number in “%s”', (query) => {
    expect(asksForNumber(query)).toBe(true)
  })

  it.each([
    'How did it begin?',
    'Who counts?',
    'What is a cat?',
    'What is the difference between tea and coffee?',
    'Find the culprit.',
    'Why is it so valuable?',
  ])('is no number in “%s”', (query) => {
    expect(asksForNumber(query)).toBe(false)
  })

  it('looks for it at the end of a long question', () => {
    expect(asksForNumber(`${'There was a farmer. '.repeat(500)}How many cows had he?`)).toBe(true)
  })

  it.each([
    ['Is it raining?', true],
    ['Do cats bark?', true],
    ['True or false: cats bark.', true],
    ['Cats bark. True or false?', true],
    ['Answer yes or no: do cats bark?', true],
    ['Which cats bark?', false],
  ])('is yes or no in “%s”: %s', (query, expected) => {
    expect(asksYesOrNo(query)).toBe(expected)
  })

  it('is a time or a list', () => {
    expect(asksWhen('In which year did it end?')).toBe(true)
    expect(asksWhen('Who ended it?')).toBe(false)
    expect(asksForList('What are the primary colours?')).toBe(true)
    expect(asksForList('Who painted it?')).toBe(false)
  })
})
