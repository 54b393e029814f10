import { describe, expect, it } from 'vitest'
import { isLong, quotationsIn, readQuestion, type Word } from './read-question.ts'

const wordOf = (text: string, folded: string): Word =>
  readQuestion(text).words.find((word) => word.folded === folded)!

describe('readQuestion', () => {
  it('keeps what is asked about and leaves out how it is asked', () =>
    expect(
      readQuestion('Could you please tell me what the capital of France is?').content.map(
        ({ folded }) => folded,
      ),
    ).toEqual(['capital', 'france']))

  it('knows which part a word plays by the preposition before it', () => {
    const text = 'flights from Boston to Denver'
    expect([wordOf(text, 'boston').mark, wordOf(text, 'denver').mark, wordOf(text, 'flights').mark]).toEqual([
      'from',
      'to',
      '',
    ])
  })

  it('puts the members of a row side by side', () => {
    const text = 'the difference between Java and Python'
    expect(wordOf(text, 'java').row).toBe(wordOf(text, 'python').row)
    expect(wordOf(text, 'java').member).not.toBe(wordOf(text, 'python').member)
  })

  it('takes capitals for names only where they tell', () => {
    expect(wordOf('Where does Angela live?', 'angela').isName).toBe(true)
    expect(wordOf('WHERE DOES ANGELA LIVE NOW?', 'angela').isName).toBe(false)
    expect(wordOf('Where is it?', 'where').isName).toBe(false)
  })

  it.each(['WHO', 'IT', 'US'])('reads %s as a name and not as a small word', (name) => {
    const { content } = readQuestion(`What does the ${name} recommend to us?`)
    expect(content.map(({ written }) => written)).toContain(name)
  })

  it('joins numbers that read as one, and ranks are no counts', () => {
    const numbers = readQuestion('twenty five people, 3 million, the second largest').content.flatMap(
      ({ number }) => number ?? [],
    )
    expect(numbers.map(({ value, isOrdinal }) => (isOrdinal ? `${value}th` : value))).toEqual([
      '25',
      '3000000',
      '2th',
    ])
  })

  it.each([
    ['Why is it not legal?', 1],
    ["Why isn't it legal?", 1],
    ['Can I do it without sudo?', 1],
    ['Is there no way?', 1],
  ])('counts what denies in “%s”: %i', (text, count) => expect(readQuestion(text).negations).toBe(count))

  it('knows a text that is too long to align', () => {
    expect(isLong(readQuestion('word '.repeat(61)))).toBe(true)
    expect(isLong(readQuestion('word '.repeat(60)))).toBe(false)
  })
})

it('finds what stands in quotes of any kind', () =>
  expect(quotationsIn('"one" and “two” and `three` and ""four"", ""five""')).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
  ]))
