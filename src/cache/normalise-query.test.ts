import { describe, expect, it } from 'vitest'
import { normaliseQuery } from './normalise-query.ts'

describe('normalising a query', () => {
  it.each([
    ['What is light?', 'what is light'],
    ['  what   is\n\tlight ? ', 'what is light'],
    ['WHAT IS LIGHT', 'what is light'],
    ['What Is The Light Of The Sun?!', 'what is the light of the sun'],
    ['What is light...', 'what is light'],
    ['What is 2 + 2?', 'what is 2 + 2'],
    ['What Is A Prime Number, And May I Ask Why?', 'what is a prime number, and may i ask why'],
    ['Cafe\u0301 prices', 'café prices'],
  ])('gives %j the shape %j', (query, shape) => {
    expect(normaliseQuery(query)).toBe(shape)
  })

  it.each([
    ['What is 10³?', 'What is 103?'],
    ['What is 5!', 'What is 5?'],
    ['How much is 5 mW?', 'How much is 5 MW?'],
    ['Is the US large?', 'Is the us large?'],
    ['What is 1.5?', 'What is 15?'],
    ['What is 3 - 1?', 'What is 3 + 1?'],
    ['What is C++?', 'What is C#?'],
    ['What is n!', 'What is n?'],
    ['What is (3+2)!?', 'What is (3+2)?'],
    ['What is f(3)!', 'What is f(3)'],
    ['What matches [0-9]?', 'What matches [0-9]'],
    ['What does the mark do: !', 'What does the mark do: ?'],
    ['What does ‘a’ mean?', "What does 'a' mean?"],
    ['What is ord("A")?', 'What is ord("a")?'],
    ['What is the code of A in hex?', 'What is the code of a in hex?'],
    ['What is m × n?', 'What is m x n?'],
    ['What is ①?', 'What is 1?'],
    ['Is it a well-known law?', 'Is it a well known law?'],
  ])('keeps %j and %j apart', (left, right) => {
    expect(normaliseQuery(left)).not.toBe(normaliseQuery(right))
  })

  it('leaves what is normal already as it is', () => {
    const once = normaliseQuery('What is the Speed of Light in a Vacuum?')
    expect(normaliseQuery(once)).toBe(once)
  })
})
