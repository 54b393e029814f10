import { describe, expect, it } from 'vitest'
import { expectGrowth, filled } from '../../test/support/growth.ts'
import { haveNoTopic, wordsAsked, wordsToFind } from './asked-words.ts'

describe('the content words of a question', () => {
  it.each([
    ['What is 17 + 25?', ['17+25']],
    ['17 plus 25', ['17+25']],
    ['1,000,000 - 1', ['1000000-1']],
    ['8 × 9', ['8*9']],
    ['8 x 9', ['8*9']],
    ['(a+b)²', ['a+b)^2']],
    ['x^n + y^n = z^n', ['x^n+y^n', 'z^n']],
    ['n!', ['n!']],
    ['2>&1', ['2>&1']],
    ['derivative of e^x', ['e^x', 'derivativ']],
  ])('treat each multi-word expression as one, in “%s”: %j', (question, words) => {
    expect(wordsAsked(question)).toEqual(words)
  })

  it.each([
    ['sin(x + y)', ['sin', 'x', 'y']],
    ['SHA-256', ['sha', '256']],
    ['a 32-bit integer', ['32', 'bit', 'integer']],
    ['0.999... = 1', ['0.999', '1']],
    ['0x10', ['0x10']],
    ['Are 3, 5 and 7 prime?', ['3', '5', '7', 'prim']],
  ])('are separate words if “%s” contains no known expression', (question, words) => {
    expect(wordsAsked(question)).toEqual(words)
  })

  it('take linear time for a text of only punctuation', async () => {
    for (const piece of ['(', '1 + ', '-', '1.', "'", 'a1+'])
      await expectGrowth(wordsAsked, filled('1', piece), 64_000)
  })
})

describe('the words by which a text is found', () => {
  it('are its expressions and their parts', () => {
    expect(wordsToFind('The value of 2^10 is 1 024.')).toEqual(
      new Set(['the', 'valu', 'of', '2', '10', 'is', '1024', '2^10']),
    )
  })
})

describe('a question', () => {
  it.each(['What is 17 + 25?', 'x', '5% of 200', '3, 5, 7', 'a² + b² = c²', 'Is 5 > 3?'])(
    'has no topic if it is “%s”',
    (question) => {
      expect(haveNoTopic(wordsAsked(question))).toBe(true)
    },
  )

  it.each([
    'Is 91 a prime number?',
    'HTTP 404',
    'What is H2O?',
    'What is π?',
    '√2',
    'F = ma',
    'Who or whom?',
  ])('may have a topic if it is “%s”', (question) => {
    expect(haveNoTopic(wordsAsked(question))).toBe(false)
  })
})
