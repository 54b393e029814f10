import { describe, expect, it } from 'vitest'
import { statedAnswer } from './stated-answer.ts'

describe('statedAnswer', () => {
  it.each([
    ['So the answer is Paris. It is large.', 'Paris'],
    ['The answer should be about 40.', 'about 40'],
    ['Answer: 3.5 km', '3.5 km'],
    ['## Answer\n\nParis', 'Paris'],
    ['**Final Answer**\nParis', 'Paris'],
    ['worked out\n#### 42', '42'],
    ['\\boxed{\\frac{1}{\\sqrt{2}}}', '\\frac{1}{\\sqrt{2}}'],
    ['The answer is 1. Or \\boxed{2}', '2'],
    ['\\boxed{1}, so the answer is 2', '2'],
  ])('finds in %j the answer %j', (text, answer) => {
    expect(statedAnswer(text)).toBe(answer)
  })

  it.each(['Paris', 'I answered them all.', '\\boxed{4', 'The answer is …', '### Answers\nmany', 'answer:'])(
    'finds none in %j',
    (text) => {
      expect(statedAnswer(text)).toBeNull()
    },
  )
})
