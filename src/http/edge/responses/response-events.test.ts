import { describe, expect, it } from 'vitest'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { ResponseEvent } from '../../../contract/responses/response-object.ts'
import { ResponseRequest } from '../../../contract/responses/response-request.ts'
import type { RunStep } from '../run-stream.ts'
import { createResponseStream } from './response-events.ts'
import { referredBy } from './response-items.ts'

const USAGE = { calls: 3, prompt_tokens: 30, completion_tokens: 12, cost_usd: 0, duration_ms: 1 }

/** The parts of an answer that are read here. */
const answer = (fields: Partial<EdgeConsensusResponse>) =>
  ({ query: 'x', final_answer: 'Yes.', answer: 'yes', warnings: [], usage: USAGE, ...fields }) as never

/** A run in which something happens twice before its answer. */
async function* stepsTo(response: EdgeConsensusResponse): AsyncGenerator<RunStep> {
  const round = { type: 'iteration-start', iteration: 1, phase: 'revision' } as const
  yield { event: round as never }
  yield { event: { ...round, iteration: 2 } as never }
  yield { response }
}

async function eventsOf(
  fields: Partial<EdgeConsensusResponse>,
  asked: object = {},
): Promise<ResponseEvent[]> {
  let ids = 0
  const newId = () => `${++ids}-0`
  const stream = createResponseStream({
    request: ResponseRequest.parse({ model: 'stretto/auto', input: 'x', ...asked }),
    completion: {
      common: { id: 'chatcmpl-1-2', created: 1, model: 'stretto/auto', system_fingerprint: 'f' },
      limits: { stop: [], maxTokens: null },
      footer: 'never',
      warnings: [],
      metadata: undefined,
      newId,
    },
    warnings: [],
    isStored: false,
  })
  const { shape } = ResponseEvent
  const Checked = ResponseEvent.extend({
    response: shape.response.unwrap().omit({ stretto: true }).optional(),
  })
  const events: ResponseEvent[] = []
  for await (const event of stream.events(stepsTo(answer(fields)))) {
    Checked.parse(event)
    events.push(event as ResponseEvent)
  }
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
  return events
}

const SUMMARY = { reasoning: { summary: 'auto' } }
const CALLS = ['find', 'look'].map((name) => ({ name, arguments: '{"a":1}' }))

describe('the events of a response', () => {
  it('have an id that holds the text, from the first event of the message on', async () => {
    const events = await eventsOf({ final_answer: 'Forty-two – 四十二' })
    const [item] = events.at(-1)!.response!.output
    expect(referredBy(item!.id)).toEqual({ text: 'Forty-two – 四十二' })
    const added = events.find(({ type }) => type === 'response.output_item.added')
    expect(added!.item!.id).toBe(item!.id)
  })

  it('have short ids where nobody may refer to them', async () => {
    const events = await eventsOf({}, { store: false })
    expect(events.at(-1)!.response!.output[0]!.id).toMatch(/^msg_\d+$/)
  })

  it('put every item in its place: what the panel did, what it says, and its calls', async () => {
    const events = await eventsOf({ final_answer: 'I look.', tool_calls: CALLS }, SUMMARY)
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
      { summary: [{ text: expect.stringMatching(/^.+\n.+\n$/) }] },
      { content: [{ text: 'I look.' }] },
      CALLS[0]!,
      CALLS[1]!,
    ])
    const ended = events.filter(({ type }) => type === 'response.function_call_arguments.done')
    expect(ended.map(({ name, item_id }) => [name, item_id])).toEqual([
      ['find', output[2]!.id],
      ['look', output[3]!.id],
    ])
  })

  it('leave out what the panel does unless it is wanted', async () => {
    const events = await eventsOf({})
    expect(events.some(({ type }) => type.includes('reasoning'))).toBe(false)
  })

  it('have an empty message where nothing was said', async () => {
    const events = await eventsOf({ final_answer: '' })
    expect(events.at(-1)!.response!.output).toMatchObject([{ type: 'message', content: [{ text: '' }] }])
  })
})
