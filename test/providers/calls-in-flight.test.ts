import { EventEmitter, once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { createFairQueue, type FairQueue } from '../../src/adapters/scheduling/fair-turns.ts'
import { askProvider, callFor, type ProviderOptions, providersAt } from '../support/ask-provider.ts'
import {
  type ReceivedCall,
  replyTo,
  type ScriptedProvider,
  sendError,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

let server: ScriptedProvider
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

const openWith = async (script: Parameters<typeof startScriptedProvider>[0]) => {
  server = await startScriptedProvider(script)
  return server.url
}
/** Waits until so many calls have arrived. */
const arrived = async (count: number) => {
  while (server.calls.length < count) await once(server.arrivals, 'call')
}
const runOf = (): ProviderOptions['run'] => ({ endsAt: performance.now() + 60_000 })

test('a run with many calls does not delay another', async () => {
  const url = await openWith(() => 'hello')
  const queue = createFairQueue(1)
  const [large, small] = [
    providersAt(url, { queue, run: runOf() }),
    providersAt(url, { queue, run: runOf() }),
  ]
  const calls = Array.from({ length: 8 }, (_, index) => large(callFor({ seat: { model: `large/${index}` } })))
  calls.push(small(callFor({ seat: { model: 'small/0' } })))
  await Promise.all(calls)
  const place = server.calls.findIndex(({ model }) => model === 'small/0')
  expect(place).toBeLessThanOrEqual(2)
})

test('a call cancelled while it waits for its turn ends at once and is never made', async () => {
  const url = await openWith(() => new Promise(() => {}))
  const cancel = new AbortController()
  const options = { queue: createFairQueue(1), run: runOf() }
  const held = askProvider(url, { signal: cancel.signal }, options)
  await arrived(1)
  const leaving = new AbortController()
  const waiting = askProvider(url, { signal: leaving.signal }, options)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
  cancel.abort()
  await expect(held).rejects.toMatchObject({ code: 'aborted' })
  expect(server.calls).toHaveLength(1)
})

test('a large panel on one signal does not leak listeners', async () => {
  const url = await openWith(() => 'hello')
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  const { signal } = new AbortController()
  const options = { queue: createFairQueue(1), run: runOf() }
  await Promise.all(Array.from({ length: 16 }, () => askProvider(url, { signal }, options)))
  process.off('warning', note)
  expect(warnings).toEqual([])
})

test('the time of a call begins with its turn', async () => {
  const url = await openWith(() => 'hello')
  const { queue, asked, open } = gatedQueue()
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const isSet = () => timer.mock.calls.some(([, milliseconds]) => milliseconds === 4_321)
  const call = askProvider(url, {}, { queue, timeoutMs: 4_321 })
  await asked(1)
  expect(isSet()).toBe(false)
  open()
  await call
  expect(isSet()).toBe(true)
})

test('a pause between attempts occupies no slot', async () => {
  const busy = ({ model }: ReceivedCall) => model === 'vendor/busy'
  const url = await openWith((call, response) =>
    busy(call) ? sendError(response, 429, 'slow down', { 'retry-after': '30' }) : 'hello',
  )
  const cancel = new AbortController()
  const options = { queue: createFairQueue(1), run: runOf() }
  const paused = askProvider(url, { seat: { model: 'vendor/busy' }, signal: cancel.signal }, options)
  await arrived(1)
  expect(await askProvider(url, {}, options)).toMatchObject({ text: 'hello' })
  cancel.abort()
  await expect(paused).rejects.toMatchObject({ code: 'aborted' })
})

test('a provider that requests a pause beyond the deadline fails at once, with its own message', async () => {
  const url = await openWith((_, response) =>
    sendError(response, 429, 'come back later', { 'retry-after': '86400' }),
  )
  await expect(askProvider(url, {}, { retries: 5 })).rejects.toMatchObject({
    code: 'rate_limited',
    message: '429: come back later',
  })
  expect(server.calls).toHaveLength(1)
})

test('the cost of a failed attempt is counted, in a reply and in a failure', async () => {
  const url = await openWith(({ model }) =>
    model === 'vendor/empty' || server.calls.length === 1 ? '' : 'hello',
  )
  expect(await askProvider(url)).toMatchObject({ promptTokens: 200, completionTokens: 40, costUsd: 0.002 })
  await expect(askProvider(url, { seat: { model: 'vendor/empty' } })).rejects.toMatchObject({
    code: 'empty_reply',
    spent: { promptTokens: 200, completionTokens: 40, costUsd: 0.002 },
  })
})

/** A queue that lets nobody in before it is opened, and tells when so many have come. */
function gatedQueue(room = 100) {
  const fair = createFairQueue(room)
  const comings = new EventEmitter()
  let come = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const queue: FairQueue = {
    ...fair,
    async enter(turn) {
      come++
      comings.emit('coming')
      await opened
      return fair.enter(turn)
    },
  }
  const asked = async (count: number) => {
    while (come < count) await once(comings, 'coming')
  }
  return { queue, asked, open: () => open() }
}

test('where few requests may wait for their response, a place is left as soon as it begins, and a long wait is told', async () => {
  let now = 0
  const heads: Array<() => void> = []
  const url = await openWith((call, response) => {
    heads.push(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
      ends.push(() => response.end(JSON.stringify(replyTo(call, 'hello'))))
    })
  })
  const ends: Array<() => void> = []
  const options = { unanswered: createFairQueue(1), run: runOf(), now: () => now }
  const replies = ['first', 'second'].map((model) => askProvider(url, { seat: { model } }, options))
  await arrived(1)
  now += 2_000
  heads[0]!()
  await arrived(2)
  heads[1]!()
  now += 10
  for (const end of ends) end()
  const [first, second] = await Promise.all(replies)
  expect(first).toMatchObject({ text: 'hello', latencyMs: 2_010 })
  expect(first).not.toHaveProperty('warnings')
  expect(second).toMatchObject({ latencyMs: 10, warnings: [expect.stringContaining('asked later')] })
})

test('a request that fails leaves its place to the next', async () => {
  const url = await openWith((_, response) => sendError(response, 400, 'no'))
  const options = { unanswered: createFairQueue(1), run: runOf() }
  const calls = Array.from({ length: 4 }, () => askProvider(url, {}, options).catch(({ code }) => code))
  expect(await Promise.all(calls)).toEqual(Array(4).fill('bad_request'))
})
