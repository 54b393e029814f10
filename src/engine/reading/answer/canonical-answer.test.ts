import { describe, expect, it } from 'vitest'
import { canonicalAnswer, isClosed } from './canonical-answer.ts'

const OPEN = 'What is it?'
const WHEN = 'When did it happen?'
const MANY = 'How many are there?'
const BARKS = 'Does it bark?'
const SEVERAL = 'Who won, and how many votes did they get?'
const CHOICE = 'Which animal barks?\nA) a cat\nB) a dog\nC) a cow'

function canonicalName(text: string): string[] {
  const read = canonicalAnswer(text, OPEN)
  return read.kind === 'name' ? read.name.words : []
}

describe('canonicalAnswer', () => {
  it.each([
    ['42', OPEN, 'quantity'],
    ['forty-two', OPEN, 'quantity'],
    ['**42 km**', OPEN, 'quantity'],
    ['The answer is 42.', OPEN, 'quantity'],
    ['\\boxed{\\frac{1}{2}}', OPEN, 'quantity'],
    ['x\\in\\{2,3\\}', OPEN, 'set'],
    ['\\left\\{2, 3\\right\\}', OPEN, 'set'],
    ['1969', OPEN, 'quantity'],
    ['1969', WHEN, 'date'],
    ['in 1969', 'In which year was it?', 'date'],
    ['20 July 1969', OPEN, 'date'],
    ['yes', OPEN, 'boolean'],
    ['No, it is not', BARKS, 'boolean'],
    ['No, it is not', OPEN, 'text'],
    ['False.', OPEN, 'boolean'],
    ['No Country for Old Men', OPEN, 'name'],
    ['Yes it can', 'Can it fly?', 'boolean'],
    ['No - it cannot', 'Can it fly?', 'boolean'],
    ['Nein, es ist nicht so', 'Ist es so?', 'boolean'],
    ['No it can not', OPEN, 'text'],
    ['No more than 5', 'Are there any?', 'quantity'],
    ['No fewer than 10', OPEN, 'quantity'],
    ['No one', 'Is there anyone?', 'name'],
    ['No Country for Old Men', 'Is it a film?', 'name'],
    ['No. 5', OPEN, 'name'],
    ['Over 50', OPEN, 'quantity'],
    ['before 1990', WHEN, 'date'],
    ['B', CHOICE, 'option'],
    ['A dog.', CHOICE, 'option'],
    ['US', OPEN, 'name'],
    ['Sept 1066', OPEN, 'date'],
    ['B', OPEN, 'name'],
    ['a dog', CHOICE, 'option'],
    ['Albert Einstein', OPEN, 'name'],
    ['Norway', OPEN, 'name'],
    ['red, green and blue', OPEN, 'set'],
    ['1, 2, 3', OPEN, 'set'],
    ['red and blue', 'Name the two colours.', 'set'],
    ['Marks and Spencer', OPEN, 'name'],
    ['It is the colour of the sky', OPEN, 'text'],
    ['a very long description of a thing that nobody could name', OPEN, 'text'],
    ['', OPEN, 'literal'],
    ['???', OPEN, 'literal'],
    ['def f(x):\n    return x', OPEN, 'literal'],
    ['`__init__`', OPEN, 'literal'],
    ['E = mc^2', OPEN, 'literal'],
    ['x < 5', OPEN, 'literal'],
    ['C++', OPEN, 'literal'],
    ['`42`', OPEN, 'quantity'],
    ['x = 2 and x = 3', OPEN, 'set'],
    ['$x=2$ and $x=3$', OPEN, 'set'],
    ['\\(x\\in\\{2,3\\}\\)', OPEN, 'set'],
    ['3, 2', OPEN, 'set'],
    ['Die Hauptstadt von Frankreich ist Paris', 'What is the capital of France?', 'name'],
    ['日本の首都は東京です。', '日本の首都はどこですか。', 'name'],
    ['Die Hauptstadt ist nicht Bonn', 'Was ist die Hauptstadt?', 'text'],
    ['HTTP 2 is binary', 'What is the difference between HTTP 1 and HTTP 2?', 'text'],
    ['Alice with 120 votes', SEVERAL, 'name'],
    ['Yes, as it has seeds', 'Is it a fruit, and why?', 'text'],
  ])('reads “%s” in answer to “%s” as a %s', (answer, query, kind) => {
    expect(canonicalAnswer(answer, query).kind).toBe(kind)
  })

  it('keeps what makes each kind comparable', () => {
    expect(canonicalAnswer('(b)', CHOICE)).toEqual({ kind: 'option', text: '(b)', letter: 'B' })
    expect(canonicalAnswer('Correct!', OPEN)).toMatchObject({ value: true })
    expect(canonicalAnswer('Incorrect', OPEN)).toMatchObject({ value: false })
    expect(canonicalAnswer('July 1969', OPEN)).toMatchObject({ date: { year: 1969, month: 7, day: null } })
    expect(canonicalAnswer('The Eiffel Tower', OPEN)).toMatchObject({ name: { words: ['eiffel', 'tower'] } })
  })

  it.each([
    ['8 apples', 8],
    ['about 8 apples', 8],
    ['8 (eight)', 8],
    ['8 (counted twice, by hand)', 8],
    ['at least 8 of them', 8],
    ['x = 8', 8],
  ])('reads %j in answer to “How many?” as the number %i', (answer, number) => {
    const canonical = canonicalAnswer(answer, MANY)
    expect(canonical.kind === 'quantity' && Number(canonical.quantity.value.numerator)).toBe(number)
  })

  it.each([
    ['8 apples', OPEN],
    ['8 apples and 3 pears', MANY],
    ['8 red apples', MANY],
    ['6 more books than pens', MANY],
    ['8 to 10 apples', MANY],
    ['8-10', MANY],
    ['8 Nobel laureates', MANY],
    ['€20 overdrawn', 'How much is on the account?'],
    ['Apollo 8', MANY],
    ['8 is what he has', MANY],
    ['120 votes', SEVERAL],
    ['Alice, 120 votes', SEVERAL],
  ])('does not read %j in answer to “%s” as a number', (answer, query) => {
    expect(canonicalAnswer(answer, query).kind).not.toBe('quantity')
  })

  it('tells what a number counts beyond the words of the question', () => {
    expect(canonicalAnswer('8 apples', MANY)).toMatchObject({ counted: ['appl'] })
    expect(canonicalAnswer('8 apples', 'How many apples are there?')).toMatchObject({ counted: [] })
    expect(canonicalAnswer('8', MANY)).toMatchObject({ counted: [] })
  })

  it('tells a yes or no under conditions from a plain one', () => {
    expect(canonicalAnswer('Yes, if it is fed', BARKS)).toMatchObject({ value: true, isQualified: true })
    expect(canonicalAnswer('Yes, it does', BARKS)).toMatchObject({ value: true, isQualified: false })
  })

  it('keeps the text of a sentence that is read by what it says the thing is', () => {
    expect(canonicalAnswer('Die Hauptstadt ist Paris.', 'What is the capital?')).toMatchObject({
      text: 'Die Hauptstadt ist Paris',
      name: { words: canonicalName('Paris') },
    })
  })

  it('takes the items of a set in their order where that was asked for, several things were, or they are numbered', () => {
    const items = ['red', 'green', 'blue']
    for (const query of ['Rank the colours by wavelength.', 'What is the first colour and the last one?'])
      expect(canonicalAnswer('red, green, blue', query)).toMatchObject({
        kind: 'set',
        items,
        isOrdered: true,
      })
    expect(canonicalAnswer('1. red\n2. green\n3. blue', OPEN)).toMatchObject({ items, isOrdered: true })
    for (const list of ['red, green, blue', '- red\n- green\n- blue'])
      expect(canonicalAnswer(list, 'Name the colours.')).toMatchObject({ items, isOrdered: false })
  })

  it('takes solutions with their unknowns where there are several', () => {
    const solutions = (answer: string) => {
      const read = canonicalAnswer(answer, 'Solve it.')
      return 'items' in read ? [...read.items].sort() : null
    }
    expect(solutions('x = 3 or x = 2')).toEqual(solutions('2, 3'))
    expect(solutions('y = 3, x = 2')).toEqual(solutions('x = 2, y = 3'))
    expect(solutions('x = 3, y = 2')).not.toEqual(solutions('x = 2, y = 3'))
  })

  it('calls every kind closed but free text and what is taken character by character', () => {
    const closed = ['42', 'yes', '20 July 1969', 'Paris', 'red, green, blue']
    for (const answer of closed) expect(isClosed(canonicalAnswer(answer, OPEN)), answer).toBe(true)
    expect(isClosed(canonicalAnswer('It is the colour of the sky', OPEN))).toBe(false)
    expect(isClosed(canonicalAnswer('E = mc^2', OPEN))).toBe(false)
  })
})
