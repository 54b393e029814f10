import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGREED, type ChatService, openChatService } from '../support/chat-service.ts'
import { replyAs } from '../support/panel-replies.ts'

const question = { model: 'stretto/auto', input: 'What is 40 + 2?', stretto: { skip_cache: true } }

let service: ChatService
let client: OpenAI
let stranger: OpenAI
beforeAll(async () => {
  service = await openChatService((call) => replyAs(AGREED, call), {
    API_KEYS: 'alice:key-of-alice,bob:key-of-bob',
    CACHE_SCOPE: 'shared',
  })
  const clientWith = (apiKey: string) => new OpenAI({ baseURL: service.baseURL, apiKey, maxRetries: 0 })
  client = clientWith('key-of-alice')
  stranger = clientWith('key-of-bob')
})
afterAll(() => service.stop())

/** The prompt that the first model gets for a request. */
async function promptFor(fields: object): Promise<string> {
  const before = service.calls.length
  await client.responses.create({ ...question, ...fields })
  return service.calls[before]!.prompt
}

const missing = { status: 404, code: 'response_not_found' }

describe("OpenAI's own package", () => {
  it('reads a response again, as it was', async () => {
    const created = await client.responses.create(question)
    const read = await client.responses.retrieve(created.id)
    expect({ ...read, _request_id: null }).toEqual({ ...created, _request_id: null })
  })

  it('goes on with a conversation by the id of the last response alone, in the order in which it was held', async () => {
    const first = await client.responses.create({
      ...question,
      instructions: 'Answer like a pirate.',
      input: 'What is the first question?',
    })
    const second = await client.responses.create({
      ...question,
      previous_response_id: first.id,
      input: [{ role: 'user', content: 'What is the second question?' }],
    })
    expect(second.previous_response_id).toBe(first.id)
    const prompt = await promptFor({ previous_response_id: second.id, input: 'What is the third question?' })
    expect(prompt).toMatch(/first question.*42.*second question.*42.*third question/s)
    // OpenAI does not apply earlier instructions either.
    expect(prompt).not.toContain('pirate')
  })

  it('goes on where a stream ended', async () => {
    const stream = client.responses.stream({ ...question, input: 'What was streamed?' })
    const told: unknown[] = []
    stream.on('event', (event) => {
      if ('progress' in event) told.push(event.progress)
    })
    const { id, output_text } = await stream.finalResponse()
    expect(told[0]).toBe('3 models are answering.')
    expect(output_text).toContain('42')
    const prompt = await promptFor({ previous_response_id: id, input: 'And now?' })
    expect(prompt).toContain('What was streamed?')
  })

  it('sends the output of a call after the response that has the call', async () => {
    const { id } = await client.responses.create({
      ...question,
      input: [
        { role: 'user', content: 'Which city is cold?' },
        { type: 'function_call', call_id: 'a', name: 'find', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: 'Oslo is cold.' },
      ],
    })
    expect(await promptFor({ previous_response_id: id, input: 'Why?' })).toContain('Oslo is cold.')
  })

  it('finds nothing of another key, and cannot delete it', async () => {
    const { id } = await client.responses.create(question)
    await expect(stranger.responses.retrieve(id)).rejects.toMatchObject(missing)
    await expect(stranger.responses.delete(id)).rejects.toMatchObject(missing)
    const asking = stranger.responses.create({ ...question, previous_response_id: id })
    await expect(asking).rejects.toMatchObject({ ...missing, param: 'previous_response_id' })
    expect((await client.responses.retrieve(id)).id).toBe(id)
  })

  it('deletes a response, which ends the conversations that go through it', async () => {
    const first = await client.responses.create(question)
    const second = await client.responses.create({ ...question, previous_response_id: first.id })
    await client.responses.delete(first.id)
    await expect(client.responses.retrieve(first.id)).rejects.toMatchObject(missing)
    expect((await client.responses.retrieve(second.id)).id).toBe(second.id)
    const asking = client.responses.create({ ...question, previous_response_id: second.id })
    await expect(asking).rejects.toMatchObject({ ...missing, message: expect.stringContaining(first.id) })
  })

  it.each([
    ['store: false', { store: false }, {}],
    ['Cache-Control: no-store', {}, { headers: { 'Cache-Control': 'no-store' } }],
  ])('leaves nothing behind with %s', async (_, fields, options) => {
    const response = await client.responses.create({ ...question, ...fields }, options)
    expect(response).toMatchObject({ store: false })
    await expect(client.responses.retrieve(response.id)).rejects.toMatchObject(missing)
    const asking = client.responses.create({ ...question, previous_response_id: response.id })
    await expect(asking).rejects.toMatchObject(missing)
  })

  it('is told what there is of a response, where it asks for more', async () => {
    const { id } = await client.responses.create(question)
    for (const look of [() => client.responses.cancel(id), () => client.responses.inputItems.list(id)])
      await expect(look()).rejects.toMatchObject({
        status: 404,
        code: 'unknown_url',
        message: expect.stringContaining('/v1/responses/{id}'),
      })
  })

  it('is told that the whole conversation is too long, by the field that brings it', async () => {
    const input = Array.from({ length: 600 }, () => ({ role: 'user' as const, content: 'Why?' }))
    const { id } = await client.responses.create({ ...question, input })
    const asking = client.responses.create({ ...question, previous_response_id: id, input })
    await expect(asking).rejects.toMatchObject({ status: 400, message: expect.stringContaining('1000') })
  })
})
