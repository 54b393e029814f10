import { describe, expect, it } from 'vitest'
import { cleanAnswer, LONGEST_ANSWER } from './clean-answer.ts'

describe('cleanAnswer', () => {
  it.each([
    ['  42  ', '42'],
    ['42.', '42'],
    ['and so on...', 'and so on...'],
    ['**42**', '42'],
    ['`42`', '42'],
    ['## Paris', 'Paris'],
    ['“Paris”', 'Paris'],
    ["'Paris'", 'Paris'],
    ['The answer is 42', '42'],
    ['So, the final answer is: 42.', '42'],
    ['Answer: Paris', 'Paris'],
    ['so  the\n answer   is   42', '42'],
    ['Answer is: 42', '42'],
    ['$42$', '42'],
    ['\\(42\\)', '42'],
    ['\\boxed{42}', '42'],
    ['\\boxed{\\text{Paris}}', 'Paris'],
    ['\\frac{3}{4}', '3/4'],
    ['\\dfrac{3}{4}', '3/4'],
    ['42\\,\\text{km}', '42 km'],
    ['two\n  lines', 'two lines'],
    ['$5 or $6', '$5 or $6'],
  ])('makes %j into %j', (text, answer) => {
    expect(cleanAnswer(text)).toBe(answer)
  })

  it('cuts an endless answer before it reads it', () => {
    expect(cleanAnswer(`so${' '.repeat(100_000)}x`)).toBe('so …')
    expect(cleanAnswer('word '.repeat(5_000)).length).toBeLessThanOrEqual(LONGEST_ANSWER)
  })

  it('leaves a clean answer as it is', () => {
    for (const answer of ['42', 'Paris', '3/4', 'red, green, blue', 'It rains. It pours'])
      expect(cleanAnswer(answer)).toBe(answer)
  })
})
