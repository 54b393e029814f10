import { describe, expect, it } from 'vitest'
import { whatIsAsked } from './what-is-asked.ts'

describe('whatIsAsked', () => {
  it.each([
    'How many legs has a spider?',
    'Ann has 5 pens. How much do they cost?',
    'Calculate the tip.',
    'What is the total cost of the trip?',
    'Find the area of the square.',
    'What percentage of it is water?',
    'How far is the moon?',
    'What is the difference between 12 and 5?',
  ])('finds that “%s” asks for a number', (query) => {
    expect(whatIsAsked(query).number).toBe(true)
  })

  it.each([
    'How did it begin?',
    'Who counts?',
    'What is a cat?',
    'What is the difference between tea and coffee?',
    'Find the culprit.',
    'Why is it so valuable?',
  ])('finds that “%s” does not ask for a number', (query) => {
    expect(whatIsAsked(query).number).toBe(false)
  })

  it('finds the request for a number at the end of a long question', () => {
    expect(whatIsAsked(`${'There was a farmer. '.repeat(500)}How many cows had he?`).number).toBe(true)
  })

  it.each([
    ['Is it raining?', true],
    ['Do cats bark?', true],
    ['True or false: cats bark.', true],
    ['Cats bark. True or false?', true],
    ['Answer yes or no: do cats bark?', true],
    ['Which cats bark?', false],
  ])('decides whether “%s” is a yes-or-no question: %s', (query, expected) => {
    expect(whatIsAsked(query).yesOrNo).toBe(expected)
  })

  it.each([
    ['When did they land on the moon?', 'time'],
    ['In what year was it built?', 'time'],
    ['which month comes first', 'time'],
    ['Tell me what year it was', 'time'],
    ['How many are there?', 'number'],
    ['what percentage is left', 'number'],
    ['Do you know how tall it is?', 'number'],
    ['Who had the idea?', 'person'],
    ['Whose idea was it?', 'person'],
    ['Which actress played her?', 'person'],
    ['Where is it found?', 'place'],
    ['What city is the capital?', 'place'],
    ['Is it so?', 'truth'],
    ['Why is the sky blue?', 'reason'],
    ['How do magnets work?', 'manner'],
    ['What is it?', 'thing'],
    ['', 'thing'],
  ])('finds by its question words that %j asks for a %s', (query, kind) => {
    expect(whatIsAsked(query).kind).toBe(kind)
  })

  it('prefers the opening of a question to question words inside it', () => {
    expect(whatIsAsked('When did the man who lived where I live leave?').kind).toBe('time')
    expect(whatIsAsked('How old is the man who built it?').kind).toBe('number')
    expect(whatIsAsked('Where does the man who built it live?').kind).toBe('place')
    expect(whatIsAsked('Where is it found?').isPlain).toBe(true)
    expect(whatIsAsked('WHERE or HAVING for groups?').isPlain).toBe(false)
    expect(whatIsAsked('What do you call a person who knows birds?').isPlain).toBe(false)
  })

  it('recognises questions that ask for a list', () => {
    expect(whatIsAsked('What are the primary colours?').list).toBe(true)
    expect(whatIsAsked('Who painted it?').list).toBe(false)
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
  ])('finds that “%s” asks for a text and has no short answer', (query) => {
    expect(whatIsAsked(query).text).toBe(true)
    expect(whatIsAsked(query).openEnded).toBe(true)
  })

  it.each(['Why is the sky blue?', 'How does it grow?', 'Should I go?'])(
    'finds that “%s” does not ask for a text but has no short answer',
    (query) => {
      expect(whatIsAsked(query).text).toBe(false)
      expect(whatIsAsked(query).openEnded).toBe(true)
    },
  )

  it.each(['How many are there?', 'Who wrote it?', 'What is the capital?', 'Is it so?', 'How old is it?'])(
    'finds that “%s” has a short answer',
    (query) => {
      expect(whatIsAsked(query).openEnded).toBe(false)
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
  ])('finds that “%s” asks several things', (query) => {
    expect(whatIsAsked(query).severalThings).toBe(true)
  })

  it.each([
    'Who won?',
    'Who wrote Pride and Prejudice?',
    'What do salt and pepper have in common?',
    'Ann has 12 pens and Ben has 5. How many have they?',
    'What is the difference between HTTP 1 and HTTP 2?',
  ])('finds that “%s” asks one thing', (query) => {
    expect(whatIsAsked(query).severalThings).toBe(false)
  })

  it.each([
    ['Rank the planets by size.', true],
    ['List the kings in chronological order.', true],
    ['What are the steps?', true],
    ['Name them from smallest to largest.', true],
    ['Name the planets.', false],
  ])('decides whether “%s” asks for an order: %s', (query, expected) => {
    expect(whatIsAsked(query).order).toBe(expected)
  })
})
