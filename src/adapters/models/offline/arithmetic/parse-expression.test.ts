import { describe, expect, it } from 'vitest'
import { evaluateQuestion } from './evaluate-question.ts'

describe('parseExpression', () => {
  it('reads lists within lists', () => {
    expect(evaluateQuestion('sum of (1, sum of (2, sum of (3, 4)))')?.answer).toBe('10')
  })

  it('rejects deeply nested lists before the work grows exponentially', () => {
    expect(evaluateQuestion(`What is ${'sum of ('.repeat(50)}1?`)).toBeNull()
  })
})
