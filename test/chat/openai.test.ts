import { once } from 'node:events'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatCompletion as Completion } from '../../src/contract/chat/chat-response.ts'
import { AGREED, type ChatService, openChatService } from '../support/chat-service.ts'
import { replyAs } from '../support/panel-replies.ts'
import { PATIENCE } from '../support/patience.ts'
import { sendError } from '../support/scripted-provider.ts'

const question = {
  model: 'stretto/auto',
  messages: [{ role: 'user' as const, content: 'What is 40 + 2?' }],
  // Every test makes the panel answer, whatever the others asked.
  stretto: { skip_cache: true },
}
const deliberationOf = (completion: object) => (completion as Completion).stretto

describe("OpenAI's own package", () => {
  let service: ChatService
  let client: OpenAI
  beforeAll(async () => {
    service = await openChatService(undefined, { API_KEYS: 'alice:key-of-alice' })
    client = new OpenAI({ baseURL: service.baseURL, apiKey: 'key-of-alice', maxRetries: 0 })
  })
  afterAll(() => service.stop())

  it('gets a completion with the deliberation beside it', async () => {
    const before = service.calls.length
    const completion = await client.chat.completions.create(question)
    expect(completion.choices[0]?.message.content).toContain('42')
    expect(completion.choices[0]?.finish_reason).toBe('stop')
    expect(service.calls.length - before).toBe(3)
    expect(completion.usage?.total_tokens).toBe(120 * 3)
    expect(deliberationOf(completion)).toMatchObject({ outcome: 'consensus', dissent: [] })
  })

  it('reads the stream chunk by chunk', async () => {
    const before = service.calls.length
    const stream = await client.chat.completions.create({
      ...question,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) {
      chunks.push(chunk)
      text += chunk.choices[0]?.delta.content ?? ''
    }
    expect(text).toContain('42')
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 120 * 3 } })
    expect(service.calls.length - before).toBe(3)
  })

  it('gathers a stream into a whole completion, the deliberation included', async () => {
    const completion = await client.chat.completions.stream(question).finalChatCompletion()
    expect(completion.choices[0]?.message).toMatchObject({
      role: 'assistant',
      content: expect.stringContaining('42'),
    })
    expect(deliberationOf(completion)).toMatchObject({ outcome: 'consensus', usage: { calls: 3 } })
  })

  it('takes options of this service as further fields of the body', async () => {
    const options = { stretto: { models: ['vendor/one', 'vendor/two'], skip_cache: true } }
    const completion = await client.chat.completions.create({ ...question, ...options })
    expect(deliberationOf(completion).models).toEqual(options.stretto.models)
  })

  it('passes the seed and the temperature to the models', async () => {
    const before = service.calls.length
    await client.chat.completions.create({ ...question, seed: 7, temperature: 0.3 })
    const bodies = service.calls.slice(before).map(({ body }) => body)
    expect(bodies).toEqual(Array(3).fill(expect.objectContaining({ seed: 7, temperature: 0.3 })))
  })

  it('lists the models and retrieves one', async () => {
    const listed: string[] = []
    for await (const { id } of client.models.list()) listed.push(id)
    expect(listed).toContain('stretto/concert')
    expect(await client.models.retrieve('stretto/concert')).toMatchObject({ id: 'stretto/concert' })
  })

  it('throws its own errors, with code, field and request id', async () => {
    const unknown = client.chat.completions.create({ ...question, model: 'stretto/unknown' })
    const error = await unknown.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(OpenAI.NotFoundError)
    expect(error).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
    expect(error.requestID).toMatch(/./)
    const stranger = new OpenAI({ baseURL: service.baseURL, apiKey: 'unknown', maxRetries: 0 })
    await expect(stranger.chat.completions.create(question)).rejects.toBeInstanceOf(
      OpenAI.AuthenticationError,
    )
    const empty = client.chat.completions.create({ ...question, messages: [] })
    await expect(empty).rejects.toBeInstanceOf(OpenAI.BadRequestError)
  })
})

describe("OpenAI's own package, when the panel is in trouble", () => {
  let service: ChatService
  let client: OpenAI
  let release = () => {}
  beforeEach(async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    service = await openChatService(async (call, response) => {
      if (call.prompt.includes('no credit')) return sendError(response, 402, 'no credit')
      await released
      return replyAs(AGREED, call)
    })
    client = new OpenAI({ baseURL: service.baseURL, apiKey: 'any' })
  })
  afterEach(() => service.stop())

  const broke = { ...question, messages: [{ role: 'user' as const, content: 'Is there no credit?' }] }

  it('does not pay again for a failure that would come again', async () => {
    await expect(client.chat.completions.create(broke)).rejects.toMatchObject({
      status: 502,
      code: 'upstream_error',
    })
    expect(service.calls).toHaveLength(3)
  })

  it('throws the error that a stream ends with', async () => {
    const stream = await client.chat.completions.create({ ...broke, stream: true })
    const read = async () => {
      for await (const _ of stream);
    }
    await expect(read()).rejects.toMatchObject({ code: 'upstream_error', type: 'server_error' })
  })

  it('ends the calls to the models when it aborts a stream', async () => {
    const arrived = once(service.arrivals, 'call')
    const stream = await client.chat.completions.create({ ...question, stream: true })
    await arrived
    stream.controller.abort()
    await vi.waitFor(() => expect(service.calls.every(({ gone }) => gone.aborted)).toBe(true), PATIENCE)
    release()
  })
})
