import { afterEach, expect, test } from 'vitest'
import { createProviderModels } from '../../src/adapters/providers/provider-models.ts'
import type { ModelCall } from '../../src/engine/model-port.ts'
import { type ScriptedProvider, sendError, startScriptedProvider } from '../support/scripted-provider.ts'

let provider: ScriptedProvider | null = null

afterEach(async () => {
  await provider?.close()
  provider = null
})

test('a reply comes with its text, its tokens and what the router says it cost', async () => {
  provider = await startScriptedProvider(() => '{"answer":"42"}')
  const reply = await ask()
  expect(reply).toMatchObject({
    text: '{"answer":"42"}',
    promptTokens: 100,
    completionTokens: 20,
    costUsd: 0.001,
  })
  expect(reply.latencyMs).toBeGreaterThan(0)
  expect(provider.calls[0]).toMatchObject({ model: 'vendor/model', authorization: 'Bearer secret-key' })
})

test('the vendor openai is spoken to over its chat endpoint', async () => {
  provider = await startScriptedProvider(() => 'hello')
  expect(await ask({ provider: 'openai' })).toMatchObject({ text: 'hello', promptTokens: 100, costUsd: 0 })
})

test('the vendor anthropic is spoken to in its own protocol', async () => {
  provider = await startScriptedProvider((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        type: 'message',
        id: 'message-1',
        model: 'vendor/model',
        content: [{ type: 'text', text: 'hello' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 7, output_tokens: 3 },
      }),
    )
  })
  expect(await ask({ provider: 'anthropic' })).toMatchObject({
    text: 'hello',
    promptTokens: 7,
    completionTokens: 3,
  })
})

test.each([
  [400, 'bad_request'],
  [401, 'unauthorized'],
  [402, 'payment_required'],
  [403, 'forbidden'],
  [404, 'model_not_found'],
  [413, 'too_large'],
])(
  'a refusal with status %i is not tried again and becomes %s with the provider’s words',
  async (status, code) => {
    provider = await startScriptedProvider((_, response) => sendError(response, status, 'because of this'))
    await expect(ask()).rejects.toMatchObject({
      name: 'ModelFailure',
      code,
      message: expect.stringContaining('because of this'),
    })
    expect(provider.calls).toHaveLength(1)
  },
)

test('a rate limit is waited out as Retry-After says', async () => {
  let tries = 0
  provider = await startScriptedProvider((_, response) => {
    tries++
    if (tries === 1) return sendError(response, 429, 'slow down', { 'retry-after-ms': '5' })
    return 'at last'
  })
  expect(await ask()).toMatchObject({ text: 'at last' })
  expect(tries).toBe(2)
})

test('a provider that keeps failing is given up after the tries allowed', async () => {
  provider = await startScriptedProvider((_, response) =>
    sendError(response, 503, 'overloaded', { 'retry-after-ms': '1' }),
  )
  await expect(ask()).rejects.toMatchObject({
    code: 'provider_error',
    message: expect.stringContaining('overloaded'),
  })
  expect(provider.calls).toHaveLength(2)
})

test('time is for each try by itself, and what the provider said is what is reported', async () => {
  provider = await startScriptedProvider((_, response) =>
    sendError(response, 500, 'boom', { 'retry-after-ms': '40' }),
  )
  await expect(ask({}, { timeoutMs: 60, retries: 3 })).rejects.toMatchObject({
    code: 'provider_error',
    message: expect.stringContaining('boom'),
  })
  expect(provider.calls).toHaveLength(4)
})

test('a call that is cancelled while it waits for its turn is over at once', async () => {
  provider = await startScriptedProvider(() => 'never asked')
  const cancel = new AbortController()
  const models = createProviderModels(() => ({ apiKey: 'secret-key', baseUrl: provider?.url ?? '' }), {
    timeoutMs: 10_000,
    retries: 0,
    now: () => performance.now(),
    schedule: () => new Promise(() => {}),
  })
  const waiting = models(callFor({}, cancel.signal))
  cancel.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
  expect(provider.calls).toEqual([])
})

test('a model that hangs is cut off at the socket when its time is over', async () => {
  let gone: AbortSignal | undefined
  provider = await startScriptedProvider((call) => {
    gone = call.gone
    return new Promise(() => {})
  })
  await expect(ask({}, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' })
  await closed(gone)
})

test('a cancelled call is cut off at the socket', async () => {
  const cancel = new AbortController()
  let gone: AbortSignal | undefined
  provider = await startScriptedProvider((call) => {
    gone = call.gone
    cancel.abort()
    return new Promise(() => {})
  })
  await expect(ask({}, {}, cancel.signal)).rejects.toMatchObject({ code: 'aborted' })
  await closed(gone)
})

test('a provider that repeats the key in its error does not get it into ours', async () => {
  provider = await startScriptedProvider((_, response) => sendError(response, 401, 'no such key: secret-key'))
  await expect(ask()).rejects.toMatchObject({ message: expect.not.stringContaining('secret-key') })
})

test('a provider that cannot be reached is named as such', async () => {
  provider = await startScriptedProvider(() => 'never')
  const { url } = provider
  await provider.close()
  provider = null
  await expect(ask({}, { retries: 0 }, undefined, url)).rejects.toMatchObject({ code: 'unreachable' })
})

function ask(
  seat: Partial<ModelCall['seat']> = {},
  options: { timeoutMs?: number; retries?: number } = {},
  signal: AbortSignal = new AbortController().signal,
  baseUrl: string = provider?.url ?? '',
) {
  const models = createProviderModels(() => ({ apiKey: 'secret-key', baseUrl }), {
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: options.retries ?? 1,
    now: () => performance.now(),
    schedule: (call) => call(),
  })
  return models(callFor(seat, signal))
}

function callFor(seat: Partial<ModelCall['seat']>, signal: AbortSignal): ModelCall {
  return {
    seat: {
      key: 'k',
      provider: 'openrouter',
      name: 'Model',
      model: 'vendor/model',
      temperature: 0.7,
      ...seat,
    },
    iteration: 1,
    brief: { phase: 'exposition', query: 'How many?', anchors: [] },
    messages: [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: 'How many?' },
    ],
    signal,
  }
}

function closed(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) throw new Error('The call never arrived.')
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
