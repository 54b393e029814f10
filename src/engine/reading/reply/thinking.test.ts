import { describe, expect, it } from 'vitest'
import { withoutThinking } from './thinking.ts'

describe('withoutThinking', () => {
  it.each([
    ['Paris', 'Paris'],
    ['<think>Rome? No.</think>Paris', 'Paris'],
    ['<thinking>\nRome?\n</thinking>\nParis', '\nParis'],
    ['<THINK>Rome?</THINK>Paris', 'Paris'],
    ['Rome? No.</think>Paris', 'Paris'],
    ['<think>one</think>Rome<think>two</think>Paris', 'Paris'],
    ['<think></think>Paris <think>or', 'Paris'],
    ['Paris\n<think>or is it', 'Paris'],
    ['I think so', 'I think so'],
  ])('leaves of %j what was said: %j', (text, said) => {
    expect(withoutThinking(text)).toBe(said)
  })

  it('leaves the tags that a reply quotes from its prompt, and removes thinking before them', () => {
    const prompt = { messages: [{ role: 'user' as const, content: 'What does </think> do?' }], marker: '0' }
    const quoting = '{"answer": "It ends thoughts.", "reason": "</think> closes <think>."}'
    expect(withoutThinking(quoting, prompt)).toBe(quoting)
    expect(withoutThinking(`<think>Hm.</think>${quoting}`, prompt)).toBe(quoting)
    expect(withoutThinking('Rome?</think>Paris', { ...prompt, messages: [] })).toBe('Paris')
  })

  it.each(['<think>Rome? No, it', '<think>one</think><think>and then'])(
    'finds nothing said in %j',
    (text) => {
      expect(withoutThinking(text)).toBeNull()
    },
  )
})
