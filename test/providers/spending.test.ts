import { afterEach, expect, test } from 'vitest'
import { createFairQueue } from '../../src/adapters/scheduling/fair-turns.ts'
import type { CallCost } from '../../src/engine/panel/usage.ts'
import { askProvider } from '../support/ask-provider.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendError,
  sendJson,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const

let server: ScriptedProvider | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

test.each(PROVIDERS)('every paid reply of %s is counted, including unusable ones', async (provider) => {
  server = await startScriptedProvider((call, response) => {
    const tries = server!.calls.length
    const reply = replyTo(call, tries === 3 ? 'at last' : '')
    const empty = { ...reply, choices: [], content: [], candidates: [] }
    sendJson(response, tries === 2 ? empty : reply, { 'retry-after-ms': '0' })
  })
  const told: CallCost[] = []
  const onSpent = (spent: CallCost) => told.push(spent)
  const reply = await askProvider(server.url, { seat: { provider }, onSpent }, { retries: 3 })
  expect(reply).toMatchObject({ text: 'at last', calls: 3, promptTokens: 300, completionTokens: 60 })
  // Told before the next try is made, for a process that does not live to see it.
  expect(told).toMatchObject([
    { calls: 1, promptTokens: 100 },
    { calls: 2, promptTokens: 200 },
  ])
})

test.each(['truncated', 'filtered'])('a reply that is %s is reported with its cost', async (code) => {
  server = await startScriptedProvider((call, response) => {
    const reply = replyTo(call, 'Lyon')
    reply.choices![0]!.finish_reason = code === 'truncated' ? 'length' : 'content_filter'
    sendJson(response, reply)
  })
  await expect(askProvider(server.url)).rejects.toMatchObject({
    code,
    spent: { calls: 1, promptTokens: 100, completionTokens: 20, costUsd: 0.001 },
  })
})

test('a refused request counts as one call of unknown cost', async () => {
  server = await startScriptedProvider((_, response) => sendError(response, 401, 'no'))
  await expect(askProvider(server.url)).rejects.toMatchObject({ code: 'unauthorized', spent: null })
})

test.each(PROVIDERS)('an invalid reply of %s counts as a call of unknown cost', async (provider) => {
  server = await startScriptedProvider((_, response) => sendJson(response, {}))
  await expect(askProvider(server.url, { seat: { provider } })).rejects.toMatchObject({
    code: 'malformed_reply',
    spent: null,
  })
})

test.each([
  ['a key that cannot be sent', { apiKey: 'key-\u2603-of-someone' }, {}],
  ['a call that is cancelled before it begins', {}, { signal: AbortSignal.abort() }],
])('%s makes no call', async (_, options, call) => {
  server = await startScriptedProvider(() => 'never')
  await expect(askProvider(server.url, call, options)).rejects.toMatchObject({ spent: { calls: 0 } })
  expect(server.calls).toEqual([])
})

test('an unreachable provider counts as not called', async () => {
  const gone = await startScriptedProvider(() => 'never')
  await gone.close()
  await expect(askProvider(gone.url, {}, { retries: 0 })).rejects.toMatchObject({
    code: 'unreachable',
    spent: { calls: 0 },
  })
})

test('a call that is cancelled while it waits for its turn is not made', async () => {
  const cancel = new AbortController()
  const queue = createFairQueue(1)
  server = await startScriptedProvider(() => {
    cancel.abort()
    return undefined
  })
  const first = new AbortController()
  const running = askProvider(server.url, { signal: first.signal }, { queue })
  const waiting = askProvider(server.url, { signal: cancel.signal }, { queue })
  await expect(waiting).rejects.toMatchObject({ code: 'aborted', spent: { calls: 0 } })
  first.abort()
  // One that was cut off after it had left may have to be paid for.
  await expect(running).rejects.toMatchObject({ code: 'aborted', spent: null })
  expect(server.calls).toHaveLength(1)
})

test('the pause requested by a provider is reported', async () => {
  server = await startScriptedProvider((_, response) =>
    sendError(response, 429, 'come back tomorrow', { 'retry-after': '86400' }),
  )
  await expect(askProvider(server.url)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterMs: 86_400_000,
  })
  expect(server.calls).toHaveLength(1)
})
