import { describe, expect, it } from 'vitest'
import { parseReply } from '../../src/engine/reading/reply/parse-reply.ts'
import { asJsonReplies } from './json-replies.ts'
import type { Recording } from './recordings.ts'

const recording = (query: string, replies: Record<string, string | null>): Recording => ({
  set: 'a set',
  query,
  replies: new Map(Object.entries(replies)),
  isJudged: false,
  isRight: () => true,
  isReadable: () => true,
})

describe('asJsonReplies', () => {
  it('puts the answer of a reply into the field our prompts ask for, with the reply as its reason', () => {
    const prose = 'Dogs bark and cats do not. The answer is (B).'
    const query = 'Which animal barks?\nA. a cat\nB. a dog'
    const { set, replies } = asJsonReplies(recording(query, { ada: prose, bob: prose, cleo: null }))
    expect(set).toBe('a set as JSON')
    expect(replies.get('cleo')).toBeNull()
    for (const model of ['ada', 'bob']) {
      const { answer, reason, claims } = JSON.parse(replies.get(model)!)
      expect(['B', '(B)', 'B. a dog', 'The answer is (B).']).toContain(answer)
      expect(reason).toBe(prose)
      expect(claims).toHaveLength(2)
    }
  })

  it('keeps a text unchanged, so that it is read as the same answer', () => {
    const prose = 'It was Ada Abbott, who lived in Arlen.\n\nShe built it in 1911.'
    const query = 'Who built it?'
    const { replies } = asJsonReplies(recording(query, { ada: prose, bob: 'No idea.' }))
    expect(parseReply(replies.get('ada')!, query)).toMatchObject({ reply: { answer: prose } })
  })

  it('keeps a reply without an answer unchanged', () => {
    const { replies } = asJsonReplies(recording('Who built it?', { ada: 'I do not know.', bob: '' }))
    expect([...replies.values()]).toEqual(['I do not know.', ''])
  })
})
