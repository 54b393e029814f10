import { afterEach, expect, test } from 'vitest'
import type { ModelCall } from '../../src/engine/panel/model-port.ts'
import { askForText, askProvider, closed, type ProviderOptions } from '../support/ask-provider.ts'
import { PROVIDER_FAULTS } from '../support/provider-faults.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendError,
  sendJson,
  sendStream,
  startScriptedProvider,
  wantsStream,
} from '../support/scripted-provider.ts'
import { partsOf } from '../support/streamed-reply.ts'
import { timeLimit } from '../support/time-limit.ts'

let provider: ScriptedProvider | null = null

afterEach(async () => {
  await provider?.close()
  provider = null
})

test('a reply has its text, its tokens and the cost reported by the router', async () => {
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

test.each(['openrouter', 'openai', 'anthropic', 'gemini'] as const)(
  'a reply of %s names the model that answered, streamed or not',
  async (name) => {
    provider = await startScriptedProvider((call, response) => {
      const named = 'vendor/model-5 of secret-key'
      const reply = { ...replyTo(call, 'hello'), model: named, modelVersion: named }
      if (wantsStream(call)) sendStream(response, partsOf(reply))
      else sendJson(response, reply)
    })
    const served = { text: 'hello', servedModel: 'vendor/model-5 of [key]' }
    expect(await askProvider(provider.url, { seat: { provider: name } })).toMatchObject(served)
    expect(await askForText(provider.url, { seat: { provider: name } })).toMatchObject(served)
  },
)

test.each(['openrouter', 'openai', 'anthropic', 'gemini'] as const)(
  'a conversation reaches %s as it was, each message in its role',
  async (name) => {
    provider = await startScriptedProvider(() => 'hello')
    const said = [
      { role: 'user', content: 'I sail to Saint-Malo.' },
      { role: 'assistant', content: 'Mind the range.' },
      { role: 'user', content: 'How much is it?' },
    ] as const
    const messages = [{ role: 'system' as const, content: 'Be a pilot.' }, ...said]
    await askForText(provider.url, { seat: { provider: name }, messages })
    const { body, prompt } = provider.calls[0]!
    const sent = ((body.messages ?? body.contents) as Array<{ role: string }>).filter(
      ({ role }) => role !== 'system',
    )
    expect(sent.map(({ role }) => role)).toEqual(['user', name === 'gemini' ? 'model' : 'assistant', 'user'])
    expect(prompt.split('\n')).toEqual(messages.map(({ content }) => content))
  },
)

test('a reply that names no model has none', async () => {
  provider = await startScriptedProvider((call, response) =>
    sendJson(response, { ...replyTo(call, 'hello'), model: { id: 7 } }),
  )
  expect(await ask()).not.toHaveProperty('servedModel')
})

test('the vendor openai is called on its chat endpoint', async () => {
  provider = await startScriptedProvider(() => 'hello')
  expect(await ask({ provider: 'openai' })).toMatchObject({ text: 'hello', promptTokens: 100 })
})

test('the vendor anthropic is called in its own protocol', async () => {
  provider = await startScriptedProvider(() => 'hello')
  expect(await ask({ provider: 'anthropic' })).toMatchObject({
    text: 'hello',
    promptTokens: 100,
    completionTokens: 20,
  })
  expect(provider.calls[0]).toMatchObject({ path: '/v1/messages', authorization: 'secret-key' })
})

test('the vendor gemini is called in its own protocol, at the address of the model', async () => {
  provider = await startScriptedProvider(() => 'hello')
  const model = 'tuned/../model?x#y'
  expect(await ask({ provider: 'gemini', model })).toMatchObject({
    text: 'hello',
    promptTokens: 100,
    completionTokens: 20,
  })
  await askForText(provider.url, { seat: { provider: 'gemini', model: 'gemini-pro-latest' } })
  expect(provider.calls.map(({ path }) => path)).toEqual([
    '/v1/models/tuned%2F..%2Fmodel%3Fx%23y:generateContent',
    '/v1/models/gemini-pro-latest:streamGenerateContent?alt=sse',
  ])
})

test('an endpoint of the operator is called in the protocol of openai', async () => {
  provider = await startScriptedProvider(() => 'hello')
  expect(await ask({ provider: 'ollama' })).toMatchObject({ text: 'hello' })
  expect(provider.calls[0]).toMatchObject({
    path: '/v1/chat/completions',
    authorization: 'Bearer secret-key',
  })
})

test('thoughts of gemini are no part of its reply', async () => {
  provider = await startScriptedProvider((call, response) => {
    const reply = replyTo(call, 'Four.')
    reply.candidates[0].content.parts.unshift({ text: 'Two and two…', thought: true })
    sendJson(response, reply)
  })
  expect(await ask({ provider: 'gemini' })).toMatchObject({ text: 'Four.' })
})

test.each(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII'])(
  'a reply that gemini withheld for %s is filtered, and so is a prompt',
  async (reason) => {
    provider = await startScriptedProvider((call, response) => {
      const reply = replyTo(call, '')
      if (call.model === 'reply') reply.candidates[0].finishReason = reason
      else {
        delete reply.candidates
        reply.promptFeedback = { blockReason: reason }
      }
      if (wantsStream(call)) sendStream(response, [`data: ${JSON.stringify(reply)}\n\n`])
      else sendJson(response, reply)
    })
    for (const model of ['reply', 'prompt'])
      for (const asking of [askProvider, askForText])
        await expect(
          asking(provider.url, { seat: { provider: 'gemini', model } }),
          model,
        ).rejects.toMatchObject({
          code: 'filtered',
          message: expect.stringContaining(reason),
          spent: { calls: 1 },
        })
    expect(provider.calls).toHaveLength(4)
  },
)

test('gemini says in the body of an error how long to wait, and what is wrong with a key', async () => {
  const errors = [
    {
      code: 429,
      message: 'Quota exceeded.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '86400.5s' },
      ],
    },
    {
      code: 400,
      message: 'API key not valid.',
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
    },
  ]
  provider = await startScriptedProvider((_, response) => {
    const error = errors[provider!.calls.length - 1]!
    response.writeHead(error.code, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error }))
  })
  await expect(ask({ provider: 'gemini' })).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterMs: 86_400_500,
  })
  await expect(ask({ provider: 'gemini' })).rejects.toMatchObject({
    code: 'unauthorized',
    message: '400: API key not valid.',
  })
})

test('a rate limit is waited out according to Retry-After', async () => {
  let tries = 0
  provider = await startScriptedProvider((_, response) => {
    tries++
    if (tries === 1) return sendError(response, 429, 'slow down', { 'retry-after-ms': '5' })
    return 'at last'
  })
  expect(await ask()).toMatchObject({ text: 'at last' })
  expect(tries).toBe(2)
})

test('a provider that keeps failing is given up after the allowed attempts', async () => {
  provider = await startScriptedProvider((_, response) =>
    sendError(response, 503, 'overloaded', { 'retry-after-ms': '1' }),
  )
  await expect(ask()).rejects.toMatchObject({
    code: 'provider_error',
    message: expect.stringContaining('overloaded'),
  })
  expect(provider.calls).toHaveLength(2)
})

test('the time limit applies to each attempt, and the provider’s message is reported', async () => {
  provider = await startScriptedProvider((_, response) =>
    sendError(response, 500, 'boom', { 'retry-after-ms': '1' }),
  )
  const limit = timeLimit()
  await expect(ask({}, { timeoutMs: limit.timeoutMs, retries: 3 })).rejects.toMatchObject({
    code: 'provider_error',
    message: expect.stringContaining('boom'),
  })
  expect(provider.calls).toHaveLength(4)
  expect(limit.started()).toBe(4)
})

test('a model that hangs is disconnected after the time limit', async () => {
  let gone: AbortSignal | undefined
  const limit = timeLimit()
  provider = await startScriptedProvider((call) => {
    gone = call.gone
    limit.end()
    return new Promise(() => {})
  })
  await expect(ask({}, { timeoutMs: limit.timeoutMs })).rejects.toMatchObject({ code: 'timeout' })
  await closed(gone)
})

test.each(['a slow trickle', 'a gigantic body', 'a gigantic error page'])(
  '%s is disconnected when it reaches its limit',
  async (name) => {
    const fault = PROVIDER_FAULTS.find((candidate) => candidate.name === name)
    let gone: AbortSignal | undefined
    const { timeoutMs, end } = timeLimit()
    provider = await startScriptedProvider((call, response) => {
      gone = call.gone
      fault?.play(call, response)
      if (fault?.code === 'timeout') end()
    })
    await expect(ask({}, { timeoutMs, retries: 0 })).rejects.toMatchObject({ code: fault?.code })
    await closed(gone)
  },
)

test('no key is sent to a redirect, not even on the same machine', async () => {
  const elsewhere = await startScriptedProvider(() => 'from elsewhere')
  provider = await startScriptedProvider((call, response) => {
    response.writeHead(308, { location: elsewhere.url + call.path.replace('/v1', '') })
    response.end()
  })
  await expect(ask()).rejects.toMatchObject({ code: 'redirected' })
  expect(elsewhere.calls).toEqual([])
  await elsewhere.close()
})

test('a cancelled call is aborted at the socket', async () => {
  const cancel = new AbortController()
  let gone: AbortSignal | undefined
  provider = await startScriptedProvider((call) => {
    gone = call.gone
    cancel.abort()
    return new Promise(() => {})
  })
  await expect(ask({}, { timeoutMs: 3_600_000 }, cancel.signal)).rejects.toMatchObject({ code: 'aborted' })
  await closed(gone)
})

test('a key repeated by a provider appears in neither failures nor replies', async () => {
  provider = await startScriptedProvider((_, response) =>
    provider?.calls.length === 1 ? sendError(response, 401, 'no such key: secret-key') : 'It is secret-key.',
  )
  await expect(ask()).rejects.toMatchObject({ message: '401: no such key: [key]' })
  expect(await ask()).toMatchObject({ text: 'It is [key].' })
})

test('a key that cannot be sent is not revealed either', async () => {
  provider = await startScriptedProvider(() => 'never')
  for (const name of ['openrouter', 'openai', 'anthropic', 'gemini'] as const) {
    const failure = await askProvider(
      provider.url,
      { seat: { provider: name } },
      { apiKey: 'secret\u2603key-of-someone' },
    ).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'ModelFailure', code: 'failed' })
    expect(String(failure)).not.toContain('key-of-someone')
  }
  expect(provider.calls).toEqual([])
})

test('an unreachable provider is reported as such', async () => {
  provider = await startScriptedProvider(() => 'never')
  const { url } = provider
  await provider.close()
  provider = null
  await expect(ask({}, { retries: 0 }, undefined, url)).rejects.toMatchObject({ code: 'unreachable' })
})

function ask(
  seat: Partial<ModelCall['seat']> = {},
  options: Partial<ProviderOptions> = {},
  signal?: AbortSignal,
  url: string = provider?.url ?? '',
) {
  return askProvider(url, { seat, signal }, options)
}
