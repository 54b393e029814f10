import OpenAI from 'openai'
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ResponseEvent, ResponseObject } from '../../src/contract/responses/response-object.ts'
import { AGREED, type ChatService, openChatService } from '../support/chat-service.ts'
import { allEventsOf } from '../support/event-stream.ts'
import { replyAs } from '../support/panel-replies.ts'
import { sendError } from '../support/scripted-provider.ts'

const question = {
  model: 'stretto/auto',
  input: 'What is 40 + 2?',
  // Every test makes the panel answer, whatever the others asked.
  stretto: { skip_cache: true },
}
const deliberationOf = (response: object) => (response as ResponseObject).stretto!

let service: ChatService
let client: OpenAI
beforeAll(async () => {
  service = await openChatService(
    (call, response) =>
      call.prompt.includes('no credit') ? sendError(response, 402, 'no credit') : replyAs(AGREED, call),
    { API_KEYS: 'alice:key-of-alice' },
  )
  client = new OpenAI({ baseURL: service.baseURL, apiKey: 'key-of-alice', maxRetries: 0 })
})
afterAll(() => service.stop())

describe("OpenAI's own package gets a response", () => {
  it('with the usage of all calls and the deliberation beside it', async () => {
    const response = await client.responses.create({ ...question, metadata: { case: '12' } })
    expect(response.output_text).toContain('42')
    expect(response).toMatchObject({
      id: expect.stringMatching(/^resp_[0-9a-f]{32}$/),
      object: 'response',
      status: 'completed',
      model: 'stretto/auto',
      error: null,
      incomplete_details: null,
      instructions: null,
      metadata: { case: '12' },
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      text: { format: { type: 'text' } },
      previous_response_id: null,
      store: true,
      usage: { input_tokens: 300, output_tokens: 60, total_tokens: 360 },
    })
    expect(Math.abs(response.created_at - Date.now() / 1000)).toBeLessThan(60)
    expect(deliberationOf(response)).toMatchObject({
      outcome: 'consensus',
      usage: { calls: 3 },
      warnings: [],
    })
    const { output_text: _, _request_id: __, ...sent } = response as Response & { _request_id: string }
    ResponseObject.strict().parse(sent)
  })

  it('that stands after instructions and a conversation, which reach every model', async () => {
    const before = service.calls.length
    await client.responses.create({
      ...question,
      instructions: 'Answer like a pirate.',
      input: [
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'input_text', text: 'What is 1 + 1?' }] },
        {
          type: 'message',
          role: 'assistant',
          id: 'msg_1',
          status: 'completed',
          content: [{ type: 'output_text', text: 'It is two.', annotations: [] }],
        },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'message', role: 'user', content: 'And 40 + 2?' },
      ],
    })
    const [{ prompt } = { prompt: '' }] = service.calls.slice(before)
    const places = ['like a pirate', 'Be kind', 'What is 1 + 1?', 'It is two.', 'And 40 + 2?'].map((text) =>
      prompt.indexOf(text),
    )
    expect(places).not.toContain(-1)
    expect(service.calls.length - before).toBe(3)
  })

  it('that is cut at max_output_tokens, and is said to be incomplete', async () => {
    const input = 'What is 40 + 2? Reply at length.'
    const whole = await client.responses.create({ ...question, input })
    const response = await client.responses.create({ ...question, input, max_output_tokens: 1 })
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      max_output_tokens: 1,
      output: [{ type: 'message', status: 'incomplete' }],
      output_text: whole.output_text.slice(0, 4),
    })
    expect(deliberationOf(response).warnings.join()).toContain('cut at max_output_tokens,')
  })

  it('with a warning for what was ignored, by its name here', async () => {
    const response = await client.responses.create({
      ...question,
      top_p: 0.5,
      store: true,
      reasoning: { effort: 'low' },
      text: { verbosity: 'low' },
      include: ['reasoning.encrypted_content'],
      truncation: 'auto',
      user: 'u',
      service_tier: 'auto',
      stream_options: null,
      background: false,
      ...{ colour: 'red', stretto: { skip_cache: true, hue: 1 } },
    })
    expect(deliberationOf(response).warnings).toEqual([
      'top_p is not supported and was ignored.',
      'text.verbosity is not supported and was ignored.',
      expect.stringMatching(/^`hue` is not a field of `stretto`/),
      expect.stringMatching(/^`colour` is not a field of this request/),
    ])
  })

  it('in which the panel tells what it does, if a summary is asked for', async () => {
    const response = await client.responses.create({ ...question, reasoning: { summary: 'auto' } })
    const [reasoning, message] = response.output
    expect(reasoning).toMatchObject({
      type: 'reasoning',
      id: expect.stringMatching(/^rs_/),
      summary: [{ type: 'summary_text', text: expect.stringContaining('3 models are answering.\n') }],
    })
    expect(message).toMatchObject({ type: 'message' })
    expect(response.usage?.total_tokens).toBe(360)
  })

  it('with the temperature that was asked for', async () => {
    const before = service.calls.length
    const response = await client.responses.create({ ...question, temperature: 0.3 })
    expect(response.temperature).toBe(0.3)
    expect(service.calls.slice(before).map(({ body }) => body.temperature)).toEqual([0.3, 0.3, 0.3])
  })
})

describe("OpenAI's own package streams a response", () => {
  const read = async (fields: object = {}) => {
    const stream = await client.responses.create({ ...question, ...fields, stream: true })
    const events: ResponseStreamEvent[] = []
    for await (const event of stream) events.push(event)
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, place) => place))
    for (const event of events) ResponseEvent.strict().parse(event)
    return events
  }

  it('in the events of the protocol, the whole response at the end', async () => {
    const events = await read()
    const told = events.filter(({ type }) => type === 'response.in_progress').slice(1)
    expect(told[0]).toMatchObject({ sequence_number: 2, progress: '3 models are answering.' })
    expect(told.length).toBeGreaterThan(2)
    const others = events.filter((event) => !told.includes(event))
    expect(others.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    const last = events.at(-1) as Extract<ResponseStreamEvent, { type: 'response.completed' }>
    expect(last.response).toMatchObject({ status: 'completed', usage: { total_tokens: 360 } })
    expect(deliberationOf(last.response)).toMatchObject({ outcome: 'consensus' })
    const [created] = events as [Extract<ResponseStreamEvent, { type: 'response.created' }>]
    expect(created.response).toMatchObject({ id: last.response.id, status: 'in_progress', output: [] })
  })

  it('that its helper gathers', async () => {
    const stream = client.responses.stream(question)
    let text = ''
    stream.on('response.output_text.delta', ({ delta }) => {
      text += delta
    })
    const response = await stream.finalResponse()
    expect(text).toContain('42')
    expect(response.output_text).toBe(text)
  })

  it('with what the panel does as a summary, before the answer, if that is asked for', async () => {
    const events = await read({ reasoning: { summary: 'detailed' } })
    const types = [...new Set(events.map(({ type }) => type))]
    expect(types.slice(2, 8)).toEqual([
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
    ])
    const deltas = events.flatMap((event) =>
      event.type === 'response.reasoning_summary_text.delta' ? [event.delta] : [],
    )
    expect(deltas.length).toBeGreaterThan(3)
    const last = events.at(-1) as Extract<ResponseStreamEvent, { type: 'response.completed' }>
    expect(last.response.output).toMatchObject([
      { type: 'reasoning', summary: [{ text: deltas.join('') }] },
      { type: 'message' },
    ])
  })

  it('that ends as incomplete where it is cut', async () => {
    const events = await read({ max_output_tokens: 1, input: 'What is 40 + 2? Reply at length.' })
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    })
  })

  it('that fails in the middle, and throws why after the event that says so', async () => {
    const types: string[] = []
    const reading = async () => {
      const stream = await client.responses.create({
        ...question,
        input: 'Is there no credit?',
        stream: true,
      })
      for await (const event of stream) {
        types.push(event.type)
        if (event.type === 'response.failed')
          expect(event.response).toMatchObject({
            status: 'failed',
            error: { code: 'upstream_error', message: expect.stringContaining('payment_required') },
          })
      }
    }
    await expect(reading()).rejects.toThrow('payment_required')
    const [first, second, ...later] = [...new Set(types)]
    expect([first, second, later.at(-1)]).toEqual([
      'response.created',
      'response.in_progress',
      'response.failed',
    ])
  })
})

describe("OpenAI's own package throws its own errors", () => {
  it.each([
    [{ model: 'stretto/unknown' }, 404, 'model_not_found', 'model'],
    [{ previous_response_id: 'resp_1' }, 404, 'response_not_found', 'previous_response_id'],
    [{ input: [{ role: 'user', content: ' ' }] }, 400, 'invalid_value', 'input[0].content'],
  ])('for %j', async (fields, status, code, param) => {
    const asking = client.responses.create({ ...question, ...(fields as object) })
    await expect(asking).rejects.toMatchObject({ status, code, param })
  })

  it('for an unknown key, and for a run that failed', async () => {
    const stranger = new OpenAI({ baseURL: service.baseURL, apiKey: 'unknown', maxRetries: 0 })
    await expect(stranger.responses.create(question)).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
    const failing = client.responses.create({ ...question, input: 'Is there no credit?' })
    await expect(failing).rejects.toMatchObject({ status: 502, code: 'upstream_error' })
  })

  it('in a stream, whose last event also has what the headers would have said', async () => {
    const sent = await fetch(`${service.baseURL}/responses`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-api-key': 'key-of-alice' },
      body: JSON.stringify({ ...question, input: 'Is there no credit?', stream: true }),
    })
    const { event, data } = (await allEventsOf(sent)).at(-1)!
    expect(event).toBe('error')
    const error = { code: 'upstream_error', message: expect.any(String), param: null }
    expect(data).toEqual({
      type: 'error',
      sequence_number: expect.any(Number),
      ...error,
      error: { ...error, type: 'server_error' },
      status: 502,
      request_id: sent.headers.get('X-Request-Id'),
    })
  })
})
