import { describe, expect, it } from 'vitest'
import { canonicalAnswer, isClosed } from './canonical-answer.ts'

const OPEN = 'What is it?'
const WHEN = 'When did it happen?'
const CHOICE = 'Which animal barks?\nA) a cat\nB) a dog\nC) a cow'

describe('canonicalAnswer', () => {
  it.each([
    ['42', OPEN, 'quantity'],
    ['forty-two', OPEN, 'quantity'],
    ['**42 km**', OPEN, 'quantity'],
    ['The answer is 42.', OPEN, 'quantity'],
    ['\\boxed{\\frac{1}{2}}', OPEN, 'quantity'],
    ['1969', OPEN, 'quantity'],
    ['1969', WHEN, 'date'],
    ['in 1969', 'In which year was it?', 'date'],
    ['20 July 1969', OPEN, 'date'],
    ['yes', OPEN, 'boolean'],
    ['No, it is not', OPEN, 'boolean'],
    ['False.', OPEN, 'boolean'],
    ['No Country for Old Men', OPEN, 'name'],
    ['Yes it can', 'Can it fly?', 'boolean'],
    ['No - it cannot', OPEN, 'boolean'],
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
    ['', OPEN, 'text'],
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
    ['about 8 red apples', 8],
    ['6 more books than pens', 6],
    ['8 (eight)', 8],
    ['at least 8 of them', 8],
    ['x = 8', 8],
  ])('reads %j in answer to “How many?” as the number %i', (answer, number) => {
    const canonical = canonicalAnswer(answer, 'How many are there?')
    expect(canonical.kind === 'quantity' && Number(canonical.quantity.value.numerator)).toBe(number)
  })

  it.each([
    ['8 apples', OPEN],
    ['8 apples and 3 pears', 'How many are there?'],
    ['Apollo 8', 'How many are there?'],
    ['8 is what he has', 'How many are there?'],
  ])('does not read %j in answer to “%s” as a number', (answer, query) => {
    expect(canonicalAnswer(answer, query).kind).not.toBe('quantity')
  })

  it('puts the items of a set in an order of its own, each once', () => {
    const one = canonicalAnswer('green, red and blue', OPEN)
    const other = canonicalAnswer('Blue; red; green; red', OPEN)
    expect(one).toMatchObject({ kind: 'set', items: expect.any(Array) })
    expect('items' in one && 'items' in other && one.items).toEqual('items' in other && other.items)
  })

  it('calls every kind closed but free text', () => {
    const closed = ['42', 'yes', '20 July 1969', 'Paris', 'red, green, blue']
    for (const answer of closed) expect(isClosed(canonicalAnswer(answer, OPEN)), answer).toBe(true)
    expect(isClosed(canonicalAnswer('It is the colour of the sky', OPEN))).toBe(false)
  })
})
