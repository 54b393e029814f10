import { describe, expect, it } from 'vitest'
import { QUESTION_KINDS } from '../../../../test/support/engine/scripted-panel.ts'
import { questionKind } from './question-kind.ts'

describe('the kind of a question with lettered options', () => {
  it('is closed, however much the options sound like texts', () => {
    const query = `Which statement best explains why the sky is blue?
A) Write down that air scatters short waves more strongly than long ones.
B) Explain in detail that the sea is reflected.
C) Describe how ozone absorbs red light.
D) Draft a plan for the colour of space.`
    expect(questionKind(query, QUESTION_KINDS)).toBe('closed')
  })

  it('is not closed where two letters are the speakers of a dialogue', () => {
    const query = 'A: did you see it\nB: yes\n\nkeep this chat going for ten more lines, for a school play'
    expect(questionKind(query, QUESTION_KINDS)).not.toBe('closed')
  })
})
