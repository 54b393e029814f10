import { describe, expect, it } from 'vitest'
import { createStreamedReply } from './streamed-reply.ts'

function collected(...events: unknown[]) {
  const reply = createStreamedReply()
  const brought = events.map((event) => reply.add(event))
  return { reply, brought, body: reply.body() }
}

const chunk = (delta: unknown, finish_reason: unknown = null) => ({ choices: [{ delta, finish_reason }] })
const inputOf = (partial_json: string) => ({
  type: 'content_block_delta',
  delta: { type: 'input_json_delta', partial_json },
})
const TOOL = {
  type: 'content_block_start',
  content_block: { type: 'tool_use', name: 'reply_as_json', input: {} },
}

describe('a reply in pieces', () => {
  it('is complete once it is said how it ended', () => {
    const { reply, body } = collected(chunk({ content: 'a' }), chunk({ content: 'b' }, 'stop'))
    expect(reply.isComplete()).toBe(true)
    expect(body).toEqual({
      choices: [{ message: { content: 'ab', refusal: '' }, finish_reason: 'stop' }],
      usage: null,
    })
    expect(collected(chunk({ content: 'a' }, '')).reply.isComplete()).toBe(false)
  })

  it('names the model that answered, as its first event does', () => {
    const named = { ...chunk({ content: 'a' }), model: 'vendor/model-5' }
    expect(collected(named, { ...chunk({}), model: 'other' }).body).toMatchObject({ model: 'vendor/model-5' })
    const start = { type: 'message_start', message: { model: 'model-5' } }
    expect(collected(start).body).toMatchObject({ type: 'message', model: 'model-5' })
    for (const model of [7, null, '', ' ', 'm'.repeat(201)])
      expect(collected({ ...chunk({}), model }).body).toMatchObject({ model: undefined })
  })

  it('may have parts as content, a whole message, a refusal, or odd fields', () => {
    const parts = [
      { type: 'thinking', thinking: [] },
      { type: 'text', text: 'a' },
    ]
    expect(collected(chunk({ content: parts })).body).toMatchObject({
      choices: [{ message: { content: 'a' } }],
    })
    const whole = { choices: [{ message: { content: 'all' }, finish_reason: 'stop' }] }
    expect(collected(whole).body).toMatchObject({ choices: [{ message: { content: 'all' } }] })
    expect(collected(chunk({ refusal: 'I will ' }), chunk({ refusal: 'not.' })).body).toMatchObject({
      choices: [{ message: { refusal: 'I will not.' } }],
    })
    const odd = [chunk(null), chunk({ content: 7 }), { choices: [null] }, { choices: [], usage: [] }]
    expect(collected(...odd, 'text', null, 7, {}).brought).not.toContain(true)
  })

  it('has brought something if there was text or reasoning', () => {
    const events = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: '', reasoning_details: [], reasoning: null }),
      { type: 'ping' },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      chunk({ content: 'a' }),
      chunk({ reasoning_content: 'hm' }),
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }),
      { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'hm' } },
    ]
    expect(collected(...events).brought).toEqual([false, false, false, false, true, true, true, true])
  })

  it('may be the input of a tool, as it was written', () => {
    const pieces = [TOOL, inputOf('{"answer":'), inputOf('"4"}')]
    const input = { type: 'tool_use', name: 'reply_as_json', input: '{"answer":"4"}' }
    expect(collected(...pieces).body).toMatchObject({ content: [input] })
    expect(collected(...pieces.slice(0, 2)).body).toMatchObject({
      content: [{ type: 'tool_use', input: '{"answer":' }],
    })
  })

  it('may call several tools, whose arguments come in pieces of any order', () => {
    const part = (index: number, called: object, id?: string) =>
      chunk({ tool_calls: [{ index, ...(id && { id }), function: called }] })
    const { body, brought } = collected(
      part(0, { name: 'weather', arguments: '' }, 'a'),
      part(1, { name: 'mail', arguments: '{"to":' }, 'b'),
      part(0, { arguments: '{}' }),
      part(1, { arguments: '"x"}' }),
      chunk({}, 'tool_calls'),
    )
    expect(body).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            tool_calls: [
              { id: 'a', function: { name: 'weather', arguments: '{}' } },
              { id: 'b', function: { name: 'mail', arguments: '{"to":"x"}' } },
            ],
          },
        },
      ],
    })
    expect(brought).toEqual([true, true, true, true, false])
    const unnumbered = (id: string | undefined, called: object) =>
      chunk({ tool_calls: [{ ...(id && { id }), function: called }] })
    expect(
      collected(
        unnumbered('a', { name: 'one', arguments: '{' }),
        unnumbered(undefined, { arguments: '}' }),
        unnumbered('b', { name: 'two', arguments: '{}' }),
      ).body,
    ).toMatchObject({
      choices: [{ message: { tool_calls: [{ function: { arguments: '{}' } }, { id: 'b' }] } }],
    })
  })

  it('of gemini is whole responses with parts of the text, the last of which says how it ended', () => {
    const event = (parts: object[], more: object = {}) => ({
      candidates: [{ content: { parts }, ...more }],
      usageMetadata: { promptTokenCount: 9 },
      modelVersion: 'gemini-3-pro',
    })
    const pieces = [event([{ text: 'hm', thought: true }]), event([{ text: 'a' }]), event([{ text: 'b' }])]
    const begun = collected(...pieces)
    expect(begun.brought).toEqual([true, true, true])
    expect([begun.reply.isComplete(), begun.reply.text()]).toEqual([false, 'ab'])
    const end = {
      ...event([{ text: '' }], { finishReason: 'STOP' }),
      usageMetadata: { candidatesTokenCount: 3 },
    }
    const { reply, body, brought } = collected(...pieces, end)
    expect([reply.isComplete(), reply.isOver(), brought.at(-1)]).toEqual([true, true, false])
    expect(body).toEqual({
      candidates: [{ content: { parts: [{ text: 'ab' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 },
      modelVersion: 'gemini-3-pro',
    })
    const { usageMetadata: _, ...unpriced } = end
    expect(collected(unpriced).reply.isOver(), 'what it cost may follow').toBe(false)
  })

  it('costs what was said last, figure by figure', () => {
    const start = { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } }
    const end = { type: 'message_delta', delta: {}, usage: { input_tokens: null, output_tokens: 5 } }
    expect(collected(start, end).reply.usage()).toEqual({ input_tokens: 9, output_tokens: 5 })
    expect(collected(chunk({ content: 'a' })).reply.usage()).toBeNull()
  })
})
