import { describe, expect, it } from 'vitest'
import { ownWords } from './own-words.ts'

describe('ownWords', () => {
  it.each([
    'It is 5.\n\nQ: What is 2 + 2?\nA: 4',
    'It is 5.\nQuestion: What is next?',
    'It is 5.\n**Question 2:** What is next?',
    'It is 5.\n### Instruction\nGo on',
    'It is 5.\n\nHuman: And then?',
    'It is 5.\n[INST] And then?',
    'It is 5.<|im_end|>\n<|im_start|>user',
    'It is 5.</s>',
  ])('ends before the next question in %j', (text) => {
    expect(ownWords(text)).toBe('It is 5.')
  })

  it.each(['\nQ: What is 2 + 2?\nA: 4', 'Question: what?\nIt is 5.', 'A question: why?'])(
    'keeps all of %j, which has no words of its own before',
    (text) => {
      expect(ownWords(text)).toBe(text)
    },
  )
})
