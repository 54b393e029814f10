import { describe, expect, it } from 'vitest'
import type { ChatChunk } from '../../../contract/chat/chat-response.ts'
import { ResponseEvent } from '../../../contract/responses/response-object.ts'
import { ResponseRequest } from '../../../contract/responses/response-request.ts'
import { createItemIds, referredBy } from './item-ids.ts'
import { createResponseStream } from './response-events.ts'

/** What is kept of texts whose ids were sent before them. */
const texts = new Map<string, string>()

type Delta = ChatChunk['choices'][number]['delta']

/** Chunks of a completion that say these things one after the other. */
async function* chunksOf(deltas: Delta[]): AsyncGenerator<ChatChunk> {
  const common = { id: 'chatcmpl-1', created: 1, model: 'm', system_fingerprint: 'f' } as const
  const chunk = (delta: Delta, finish_reason: 'stop' | null = null): ChatChunk => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  yield chunk({ role: 'assistant', content: '' })
  for (const delta of deltas) yield chunk(delta)
  yield chunk({}, 'stop')
}

let made = 0
const newId = () => `${++made}-0`

async function eventsOf(deltas: Delta[], hasSummary = true): Promise<ResponseEvent[]> {
  const request = ResponseRequest.parse({ model: 'm', input: 'x' })
  const order = { request, ids: createItemIds(newId, true, texts), warnings: [] }
  const events: ResponseEvent[] = []
  for await (const event of createResponseStream(order, hasSummary).events(chunksOf(deltas)))
    events.push(ResponseEvent.strict().parse(event))
  return events
}

const call = (index: number, name: string): Delta[] => [
  { tool_calls: [{ index, id: `call${index}`, type: 'function', function: { name, arguments: '' } }] },
  { tool_calls: [{ index, function: { arguments: '{"a"' } }] },
  { tool_calls: [{ index, function: { arguments: ':1}' } }] },
]

describe('the events of a response', () => {
  it('pass on a text as it comes, under an id that cannot hold it', async () => {
    const events = await eventsOf(['One', ' two', ' three'].map((content) => ({ content })))
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta')
    expect(deltas.map(({ delta }) => delta)).toEqual(['One', ' two', ' three'])
    const [item] = events.at(-1)!.response!.output
    expect(item).toMatchObject({ content: [{ text: 'One two three' }] })
    expect(new Set(deltas.map(({ item_id }) => item_id))).toEqual(new Set([item!.id]))
    expect(referredBy(item!.id, new Map())).toBeUndefined()
    expect(referredBy(item!.id, texts)).toEqual({ text: expect.any(String) })
  })

  it('have an id that holds a text which comes in one piece', async () => {
    const events = await eventsOf([{ content: 'Forty-two – 四十二' }])
    const [item] = events.at(-1)!.response!.output
    expect(referredBy(item!.id, new Map())).toEqual({ text: 'Forty-two – 四十二' })
    const added = events.find(({ type }) => type === 'response.output_item.added')
    expect(added!.item!.id).toBe(item!.id)
  })

  it('put every item in its place, whatever comes before what', async () => {
    const events = await eventsOf([
      { reasoning_content: 'First.\n' },
      { reasoning_content: 'Then.\n' },
      { content: 'I look.' },
      ...call(0, 'find'),
      ...call(1, 'look'),
    ])
    const done = events.filter(({ type }) => type === 'response.output_item.done')
    expect(done.map(({ output_index, item }) => [output_index, item!.type])).toEqual([
      [0, 'reasoning'],
      [1, 'message'],
      [2, 'function_call'],
      [3, 'function_call'],
    ])
    const { output } = events.at(-1)!.response!
    expect(output).toEqual(done.map(({ item }) => item))
    expect(output).toMatchObject([
      { summary: [{ text: 'First.\nThen.\n' }] },
      { content: [{ text: 'I look.' }] },
      { call_id: 'call0', name: 'find', arguments: '{"a":1}' },
      { call_id: 'call1', name: 'look', arguments: '{"a":1}' },
    ])
    const ended = events.filter(({ type }) => type === 'response.function_call_arguments.done')
    expect(ended.map(({ name, item_id }) => [name, item_id])).toEqual([
      ['find', output[2]!.id],
      ['look', output[3]!.id],
    ])
  })

  it('leave out what the panel does unless it is wanted', async () => {
    const events = await eventsOf([{ reasoning_content: 'First.\n' }, { content: 'Yes.' }], false)
    expect(JSON.stringify(events)).not.toContain('First')
  })

  it('have an empty message where nothing was said', async () => {
    const events = await eventsOf([])
    expect(events.at(-1)!.response!.output).toMatchObject([{ type: 'message', content: [{ text: '' }] }])
  })
})
