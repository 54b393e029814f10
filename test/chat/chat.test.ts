import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChatCompletion } from '../../src/contract/chat/chat-response.ts'
import { expectChatError } from '../support/expect-error.ts'
import { get, keysOf, openService, post, type TestService } from '../support/service.ts'

const KEY = { Authorization: 'Bearer key-of-alice' }
const LIGHT = [{ role: 'user', content: 'What is the speed of light in a vacuum?' }]
const auto = { model: 'stretto/auto', messages: LIGHT }

let service: TestService
beforeAll(async () => {
  service = await openService({ API_KEYS: 'alice:key-of-alice' })
})
afterAll(() => service.stop())

const send = (body: unknown, headers: Record<string, string> = KEY) =>
  post(service.edge, '/v1/chat/completions', body, headers)

async function complete(body: object) {
  const response = await send(body)
  const json = await response.json()
  expect(response.status, JSON.stringify(json)).toBe(200)
  return ChatCompletion.strict().parse(json)
}

describe('POST /v1/chat/completions', () => {
  it('answers with a completion, and tells in `stretto` how it came about', async () => {
    const before = Date.now() / 1000 - 1
    const { id, object, created, model, choices, usage, stretto } = await complete(auto)
    expect({ object, model }).toEqual({ object: 'chat.completion', model: 'stretto/auto' })
    expect(id).toMatch(/^chatcmpl-./)
    expect((await complete(auto)).id).not.toBe(id)
    expect(created).toBeGreaterThan(before)
    expect(choices).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: expect.stringContaining('299 792 458'), refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ])
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens)
    expect(stretto).toMatchObject({ cache_hit: false, router: 'offline', confidence: expect.any(Number) })
    expect(keysOf(stretto)).not.toContain('final_answer')
    const stored = await (await get(service.edge, `/results/${stretto.id}`, KEY)).json()
    // The built-in voices are never sure enough to go without a footer.
    expect(choices[0]!.message.content!.split('\n\n\u2063')).toEqual([
      stored.final_answer,
      expect.stringMatching(/^— All three models agree\. About \d\d% sure that it is right\.$/),
    ])
  })

  it('answers from the cache for no tokens, and shares it with the plain API', async () => {
    const messages = [{ role: 'user', content: 'What is 17 + 25?' }]
    await post(service.edge, '/consensus-iterative', { query: 'What is 17 + 25?' }, KEY)
    const { usage, stretto } = await complete({ ...auto, messages })
    expect(stretto.cache_hit).toBe(true)
    expect(usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })
  })

  it.each(['sonata', 'fugue', 'concert'])(
    'asks with the structure that the model names: %s',
    async (name) => {
      expect((await complete({ ...auto, model: `stretto/${name}` })).stretto.structure).toBe(name)
    },
  )

  it('takes options of this service in `stretto`', async () => {
    const models = ['vendor/one', 'vendor/two']
    const { stretto } = await complete({ ...auto, stretto: { models, max_iterations: 1, kind: 'closed' } })
    expect(stretto).toMatchObject({ models, iterations: 1 })
  })

  it('accepts null wherever a field may be absent, and what is none of its business', async () => {
    const idle = [
      'stream',
      'stop',
      'seed',
      'temperature',
      'max_tokens',
      'response_format',
      'metadata',
      'tools',
    ]
    const { stretto } = await complete({
      ...auto,
      ...Object.fromEntries(idle.map((name) => [name, null])),
      stretto: null,
      user: 'someone',
      store: false,
      n: 1,
      top_p: 1,
      presence_penalty: 0,
      tools: [],
      tool_choice: 'auto',
      logprobs: false,
      messages: [{ role: 'user', name: 'bob', content: [{ type: 'text', text: LIGHT[0]!.content }] }],
    })
    expect(stretto.warnings).toEqual((await complete(auto)).stretto.warnings)
  })

  it('names what it ignores', async () => {
    const { stretto } = await complete({
      ...auto,
      top_p: 0.5,
      store: true,
      verbosity: 'low',
      modle: 1,
      seed: 7,
    })
    for (const name of ['top_p', 'store', 'verbosity', '`modle`'])
      expect(stretto.warnings.some((warning) => warning.startsWith(name))).toBe(true)
  })

  it('returns the metadata it was given', async () => {
    const metadata = { case: '12' }
    expect((await complete({ ...auto, metadata })).metadata).toEqual(metadata)
  })

  it('ends the answer before a stop sequence', async () => {
    const whole = (await complete(auto)).choices[0]!.message.content
    const { choices } = await complete({ ...auto, stop: ['nowhere in it', '792'] })
    expect(choices[0]).toMatchObject({ finish_reason: 'stop' })
    expect(choices[0]!.message.content).toBe(whole!.slice(0, whole!.indexOf('792')))
  })

  it('cuts the answer at max_tokens and says so', async () => {
    const { choices, stretto } = await complete({ ...auto, max_tokens: 1 })
    expect(choices[0]!.finish_reason).toBe('length')
    expect(choices[0]!.message.content).toHaveLength(4)
    expect(stretto.warnings.join()).toContain('The answer was cut at max_tokens')
  })
})

describe('POST /v1/chat/completions refuses', () => {
  it('callers who send too much, and says when to try again', async () => {
    const limited = await openService({ RATE_LIMIT_PER_MINUTE: '1' })
    try {
      await get(limited.edge, '/v1/models')
      const response = await post(limited.edge, '/v1/chat/completions', auto)
      expect(response.headers.get('Retry-After')).toMatch(/^\d+$/)
      await expectChatError(response, { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' })
    } finally {
      await limited.stop()
    }
  })
})

describe('GET /v1/models', () => {
  it('lists the panels as models', async () => {
    const { object, data } = await (await get(service.edge, '/v1/models', KEY)).json()
    expect(object).toBe('list')
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      'stretto/auto',
      'stretto/fugue',
      'stretto/sonata',
      'stretto/concert',
    ])
    expect(data[0]).toEqual({
      id: 'stretto/auto',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'stretto',
    })
  })

  it.each(['stretto%2Fauto', 'stretto/auto'])('finds one by its id, however it is sent: %s', async (id) => {
    expect(await (await get(service.edge, `/v1/models/${id}`, KEY)).json()).toMatchObject({
      id: 'stretto/auto',
    })
  })

  it.each(['stretto%2Fnone', 'stretto/none', 'none'])('knows no other: %s', async (id) => {
    const response = await get(service.edge, `/v1/models/${id}`, KEY)
    await expectChatError(response, { status: 404, param: 'model', code: 'model_not_found' })
  })

  it.each(['/v1/models', '/v1/models/stretto%2Fauto', '/v1/models/stretto/auto'])(
    'needs a key: %s',
    async (path) => {
      await expectChatError(await get(service.edge, path), { status: 401, code: 'invalid_api_key' })
    },
  )
})
