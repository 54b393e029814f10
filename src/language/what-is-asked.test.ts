import { describe, expect, it } from 'vitest'
import {
  asksForList,
  asksForNumber,
  asksForOrder,
  asksForText,
  asksSeveralThings,
  asksWhen,
  asksYesOrNo,
  isOpenEnded,
} from './what-is-asked.ts'

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

  it.each([
    'Explain it.',
    'Please translate this into French.',
    'Could you write a poem?',
    'Summarise this dialogue.\nA: Hi.\nB: Hello.',
    'What is the difference between HTTP 1 and HTTP 2?',
    'What are the main differences?',
    'Implement a queue.',
    'List the pros and cons.',
  ])('is a text in “%s”, which has no short answer', (query) => {
    expect(asksForText(query)).toBe(true)
    expect(isOpenEnded(query)).toBe(true)
  })

  it.each(['Why is the sky blue?', 'How does it grow?', 'Should I go?'])(
    'is no text in “%s”, though it has no short answer',
    (query) => {
      expect(asksForText(query)).toBe(false)
      expect(isOpenEnded(query)).toBe(true)
    },
  )

  it.each(['How many are there?', 'Who wrote it?', 'What is the capital?', 'Is it so?', 'How old is it?'])(
    'has a short answer in “%s”',
    (query) => {
      expect(isOpenEnded(query)).toBe(false)
    },
  )

  it.each([
    'Who won, and when?',
    'Who won and how many votes did they get?',
    'When was the city founded and by whom?',
    'Is it safe, and if so, how often?',
    'Who is it? Where does it live?',
    'What is the capital and the largest city of France?',
    'Find x and y.',
    `${'There was a farmer. '.repeat(500)}Who was he, and what did he grow?`,
  ])('is more than one thing in “%s”', (query) => {
    expect(asksSeveralThings(query)).toBe(true)
  })

  it.each([
    'Who won?',
    'Who wrote Pride and Prejudice?',
    'What do salt and pepper have in common?',
    'Ann has 12 pens and Ben has 5. How many have they?',
    'What is the difference between HTTP 1 and HTTP 2?',
  ])('is one thing in “%s”', (query) => {
    expect(asksSeveralThings(query)).toBe(false)
  })

  it.each([
    ['Rank the planets by size.', true],
    ['List the kings in chronological order.', true],
    ['What are the steps?', true],
    ['Name them from smallest to largest.', true],
    ['Name the planets.', false],
  ])('is an order in “%s”: %s', (query, expected) => {
    expect(asksForOrder(query)).toBe(expected)
  })
})
