import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embed, embedMany } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChatEmbeddings } from '../../src/contract/embedding.ts'
import { expectChatError } from '../support/expect-error.ts'
import { listenTo } from '../support/listening.ts'
import { openService, post, type TestService } from '../support/service.ts'

let service: TestService
let listening: Awaited<ReturnType<typeof listenTo>>
let baseURL: string
beforeAll(async () => {
  service = await openService({ API_KEYS: 'alice:key-of-alice', EMBEDDINGS_AUTH: 'on' })
  listening = await listenTo(service)
  baseURL = `http://127.0.0.1:${listening.port}/v1`
})
afterAll(async () => {
  listening.cut()
  await service.stop()
})

const TEXTS = ['light', 'sound', 'heat']
const KEY = { 'x-api-key': 'key-of-alice' }
const send = (body: object, headers: Record<string, string> = KEY) =>
  post(service.edge, '/v1/embeddings', { model: 'any', ...body }, headers)
/** The vectors of the service's own endpoint. */
async function vectorsOf(text: string[]): Promise<number[][]> {
  return (await (await post(service.edge, '/embeddings', { text }, KEY)).json()).embeddings
}

describe("OpenAI's own package", () => {
  const client = () => new OpenAI({ baseURL, apiKey: 'key-of-alice', maxRetries: 0 })

  it('gets the vectors of POST /embeddings, in base64 by default', async () => {
    const { data, model, usage } = await client().embeddings.create({ model: 'any', input: TEXTS })
    expect(data.map(({ embedding }) => embedding)).toEqual(await vectorsOf(TEXTS))
    expect(data.map(({ index, object }) => [index, object])).toEqual(TEXTS.map((_, i) => [i, 'embedding']))
    expect(model).toBe((await (await post(service.edge, '/embeddings', { text: 'x' }, KEY)).json()).model)
    expect(usage).toEqual({ prompt_tokens: 2 + 2 + 1, total_tokens: 2 + 2 + 1 })
  })

  it('gets the same numbers as floats, for one text and with the dimensions there are', async () => {
    const asked = { model: 'any', encoding_format: 'float', dimensions: 768, user: 'u' } as const
    const { data } = await client().embeddings.create({ ...asked, input: 'light' })
    expect(data.map(({ embedding }) => embedding)).toEqual(await vectorsOf(['light']))
  })

  it('gets errors of its own form', async () => {
    await expect(client().embeddings.create({ model: 'any', input: [1, 2, 3] })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_value',
      param: 'input',
      message: expect.stringContaining('Tokens are not supported: send the text'),
    })
    const stranger = new OpenAI({ baseURL, apiKey: 'wrong', maxRetries: 0 })
    await expect(stranger.embeddings.create({ model: 'any', input: 'light' })).rejects.toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    })
  })
})

describe('the AI SDK', () => {
  const model = () =>
    createOpenAICompatible({ name: 'stretto', baseURL, apiKey: 'key-of-alice' }).embeddingModel('any')

  it('embeds one text, and several', async () => {
    const one = await embed({ model: model(), value: 'light' })
    expect([one.embedding]).toEqual(await vectorsOf(['light']))
    expect(one.usage.tokens).toBe(2)
    const { embeddings } = await embedMany({ model: model(), values: TEXTS })
    expect(embeddings).toEqual(await vectorsOf(TEXTS))
  })
})

describe('POST /v1/embeddings', () => {
  it('answers in numbers unless it is told otherwise', async () => {
    const body = await (await send({ input: ['light', 'sound'], encoding_format: null })).json()
    ChatEmbeddings.strict().parse(body)
    expect(body.data.map((one: { embedding: unknown }) => one.embedding)).toEqual(
      await vectorsOf(['light', 'sound']),
    )
  })

  it('needs a key where POST /embeddings does, and no other', async () => {
    await expectChatError(await send({ input: 'light' }, {}), { status: 401, code: 'invalid_api_key' })
    const open = await openService({ API_KEYS: 'alice:key-of-alice' })
    expect((await post(open.edge, '/v1/embeddings', { model: 'any', input: 'light' })).status).toBe(200)
    await open.stop()
  })

  it.each([
    ['no model', { model: undefined, input: 'light' }, 'model', /model is required and must be a string/],
    ['a model that is no text', { model: 5, input: 'light' }, 'model', /model is required/],
    ['no input', {}, 'input', /input must be a string of 1 to 32000 characters, or an array of 1 to 128/],
    ['a number', { input: 5 }, 'input', /input must be a string/],
    ['a blank text', { input: ' ' }, 'input', /must not be blank/],
    ['no texts', { input: [] }, 'input', /at least one text/],
    ['a blank one among several', { input: ['light', ''] }, 'input[1]', /must not be blank/],
    ['too many', { input: Array(129).fill('x') }, 'input', /an array of 1 to 128 such strings/],
    ['a text too long', { input: 'x'.repeat(32_001) }, 'input', /at most 32000 characters/],
    ['tokens', { input: [1, 2] }, 'input', /Tokens are not supported: send the text/],
    ['several arrays of tokens', { input: [[1], [2]] }, 'input', /Tokens are not supported: send the text/],
    ['other dimensions', { input: 'x', dimensions: 256 }, 'dimensions', /dimensions must be 768 or left out/],
    ['dimensions in words', { input: 'x', dimensions: '768' }, 'dimensions', /dimensions must be 768/],
    ['another format', { input: 'x', encoding_format: 'hex' }, 'encoding_format', /one of float, base64/],
    ['a user that is no text', { input: 'x', user: 5 }, 'user', /user must be a string/],
  ])('refuses %s', async (_, body, param, says) => {
    const message = await expectChatError(await send(body), { status: 400, code: 'invalid_value', param })
    expect(message).toMatch(says)
  })
})
