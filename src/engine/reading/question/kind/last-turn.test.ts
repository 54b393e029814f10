import { describe, expect, it } from 'vitest'
import { lastTurn } from './last-turn.ts'

describe('the last turn', () => {
  it('of a dialogue is the last one of the person who asks, with the one before it', () => {
    expect(lastTurn('User: Who was first?\nAssistant: Gagarin.\nUser: And second?')).toEqual({
      text: 'And second?',
      before: 'Who was first?',
    })
    expect(lastTurn('Q: Who was first?\nA: Gagarin.').text).toBe('Who was first?')
  })

  it('of a chat log is found behind times and names, and may have several lines', () => {
    const log = '[10:02] Ben: hello\n[10:03] Bot: hi\n[10:05] Ben: fix this\nit are late'
    expect(lastTurn(log).text).toBe('fix this\nit are late')
  })

  it('is the question below a dialogue, if there is one', () => {
    const dialogue = 'Anna: Thursday?\nBen: No, Friday.\nAnna: Fine.\n\nWhen do they meet?'
    expect(lastTurn(dialogue)).toEqual({ text: 'When do they meet?', before: null })
  })

  it('is the whole text of a question that is no dialogue', () => {
    for (const question of ['Who was first?', 'Note: be brief\nWho was first?', 'Summarise:\nA: yes\nB: no'])
      expect(lastTurn(question)).toEqual({ text: question, before: null })
  })
})
