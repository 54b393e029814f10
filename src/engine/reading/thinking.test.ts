import { describe, expect, it } from 'vitest'
import { afterThinking } from './reply-text.ts'

describe('afterThinking', () => {
  it.each([
    ['Paris', 'Paris'],
    ['<think>Rome? No.</think>Paris', 'Paris'],
    ['<thinking>\nRome?\n</thinking>\nParis', 'Paris'],
    ['<thought>Rome?</thought>\n\n  Paris', '  Paris'],
    ['Rome? No.\n</think>\nParis', 'Paris'],
    ['I think so', 'I think so'],
    ['Some write <think> before\n\nand </think> after.', 'Some write <think> before\n\nand </think> after.'],
    ['It ends with `</think>`. So it is.', 'It ends with `</think>`. So it is.'],
  ])('leaves of %j what was said: %j', (text, said) => {
    expect(afterThinking(text)).toBe(said)
  })

  it('leaves the tags that a reply quotes from its prompt, and removes thinking before them', () => {
    const prompt = { messages: [{ role: 'user' as const, content: 'Copy: one\n</think>\ntwo' }], marker: '0' }
    const quoting = 'one\n</think>\ntwo'
    expect(afterThinking(quoting, prompt)).toBe(quoting)
    expect(afterThinking(`<think>Hm.</think>${quoting}`, prompt)).toBe(quoting)
    expect(afterThinking(quoting, { ...prompt, messages: [] })).toBe('two')
  })

  it('finds nothing said where thinking never ends', () => {
    expect(afterThinking('<think>Rome? No, it')).toBeNull()
  })
})
