import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateLeftToRight } from './evaluate-left-to-right.ts'
import { evaluateQuestion } from './evaluate-question.ts'

describe('evaluateLeftToRight', () => {
  it.each([
    ['2 + 3 * 4', '20'],
    ['What is 3*(4+5)^2?', '289'],
    ['100 - 2 * (3 + 4)', '298'],
    ['sqrt(9 + 16)', '19'],
    ['one plus two times three', '9'],
    ['sum of 3 and 4 times 2', '14'],
  ])('answers "%s" with %s, ignoring precedence and parentheses', (question, answer) => {
    expect(evaluateLeftToRight(question)?.answer).toBe(answer)
  })

  it.each([
    ['17 + 25', '42'],
    ['2 + 15% of 80', '14'],
    ['average of 2, 4 and 9', '5'],
    ['gcd(12, 18)', '6'],
    ['5 miles in km', '8.04672 km'],
    ['is 97 prime', 'yes'],
    ['-5 + 3', '-2'],
    ['twice 5', '10'],
    ['4!', '24'],
  ])('answers "%s" with %s, as there is nothing to get wrong', (question, answer) => {
    expect(evaluateLeftToRight(question)?.answer).toBe(answer)
    expect(evaluateQuestion(question)?.answer).toBe(answer)
  })

  it('records its steps', () => {
    expect(evaluateLeftToRight('2 + 3 * 4')).toMatchObject({
      expression: '2 + 3 * 4',
      steps: ['2 + 3 = 5', '5 * 4 = 20'],
    })
  })

  it.each(['What is the speed of light?', 'What is 42?', '5/0', '3 +', 'sum of 3', '9^9999999', '3 5'])(
    'has no answer to "%s" either',
    (question) => {
      expect(evaluateLeftToRight(question)).toBeNull()
    },
  )

  it('agrees with the exact evaluation when only one kind of precedence occurs', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(numbers, fc.constantFrom(' + ', ' - ', ' * '), (list, operator) => {
        const text = list.join(operator)
        expect(evaluateLeftToRight(text)).toEqual(evaluateQuestion(text))
      }),
    )
  })
})
