import { describe, expect, it } from 'vitest'
import { createWordings } from './wordings.ts'

describe('stored questions by their wording', () => {
  it('finds a question that is asked in another manner', () => {
    const wordings = createWordings()
    wordings.add('one', 'What is the capital of France?')
    wordings.add('two', 'What is the capital of Spain?')
    expect([...wordings.alike('Please tell me the capital of France')]).toEqual(['one'])
  })

  it('finds every question of a wording, and none that was removed', () => {
    const wordings = createWordings()
    wordings.add('one', 'What is the capital of France?')
    wordings.add('two', "What's the capital of France")
    wordings.remove('one')
    expect([...wordings.alike('What is the capital of France')]).toEqual(['two'])
    wordings.remove('two')
    wordings.remove('two')
    expect(wordings.alike('What is the capital of France').size).toBe(0)
  })

  it('finds nothing for what is no plain prose', () => {
    const wordings = createWordings()
    wordings.add('one', 'x = 5; x + 1?')
    expect(wordings.alike('x = 5; x + 1?').size).toBe(0)
  })
})
