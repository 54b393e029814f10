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

  it.each(['<think>Rome? No, it', '<think>one</think><think>and then'])(
    'finds nothing said in %j',
    (text) => {
      expect(withoutThinking(text)).toBeNull()
    },
  )
})
