import { describe, expect, it } from 'vitest'
import { partsOf, readListedInputs, replyOf } from './listed-inputs.ts'

const QUESTION = 'Write add(a, b), for example add([1, 2], "x").'

describe('inputs that were listed for a question', () => {
  it('are stored without the words of the question, and come back whole', () => {
    for (const text of ['add([1, 2], "x")', 'sorted(add([7], "xy"))', '', 'z']) {
      const parts = partsOf(text, QUESTION)
      expect(parts.filter((part) => typeof part === 'string' && part.includes('add'))).toEqual([])
      const stored = {
        id: '',
        language: 'python',
        form: 'call',
        called: 'add',
        inputs: [{ input: parts, expected: [] }],
      }
      expect(JSON.parse(replyOf(stored, QUESTION)).inputs[0].input).toBe(text)
    }
  })

  it('are there for 218 questions', () => {
    expect(readListedInputs().size).toBe(218)
  })
})
