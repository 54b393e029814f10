import { describe, expect, it } from 'vitest'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import { askedRun, type RunState } from '../run/run-state.ts'
import { followUpRequest, requestFor } from './follow-up.ts'

function answered(question: string, answer: string): RunState {
  const result = { ...sampleEdgeResponse('id', question), final_answer: answer, models: ['a', 'b'] }
  return { ...askedRun(question, 0), stage: 'complete', result }
}

describe('the request for the next message', () => {
  it('has the options and instructions of the one before, and what was said since', () => {
    const before = {
      query: 'Why?',
      models: ['a', 'b'],
      skip_cache: true,
      messages: [
        { role: 'system' as const, content: 'Be brief.' },
        { role: 'user' as const, content: 'Sent before.' },
      ],
    }
    expect(followUpRequest(before, [answered('Why?', 'Because.')], 'And then?')).toEqual({
      query: 'And then?',
      models: ['a', 'b'],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: 'Because.' },
      ],
    })
  })

  it('leaves out turns without an answer, and the oldest where all would be too long', () => {
    const past = [
      answered('One?', 'x'.repeat(120_000)),
      answered('Two?', ''),
      answered('Three?', 'y'.repeat(120_000)),
    ]
    const { messages = [] } = followUpRequest({ query: 'One?' }, past, 'Four?')
    expect(messages.map(({ content }) => content.slice(0, 6))).toEqual(['Three?', 'yyyyyy'])
  })
})

it('the request for a stored result names its models', () => {
  expect(requestFor(answered('Why?', 'Because.'), [])).toEqual({ query: 'Why?', models: ['a', 'b'] })
})
