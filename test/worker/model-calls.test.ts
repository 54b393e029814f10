import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { MOST_UNANSWERED } from '../../src/adapters/models/providers/fetch-response.ts'
import type { Brief } from '../../src/engine/panel/brief.ts'
import { callFor, closed, KEY } from '../support/ask-provider.ts'
import { PROVIDER_FAULTS } from '../support/provider-faults.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendError,
  sendStream,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { partsOf } from '../support/streamed-reply.ts'
import { describeInWorkerd, startWorkerd } from '../support/workerd.ts'
import type { ToldCall } from './calling-worker.ts'

const AN_HOUR_MS = 3_600_000
/** Of those that last as long as one waits. */
const SHORT_MS = 300
const TEXT: Brief = { phase: 'writing', criteria: null, query: 'How many?', answer: '4', reasons: [] }
/** More than is shown at once. */
const PIECES = ['first', 'second', 'third'].map((word) => `${word} `.repeat(12))

describeInWorkerd('a call of a model from a worker', () => {
  let worker: Awaited<ReturnType<typeof startWorkerd>>
  let provider: ScriptedProvider | null = null
  beforeAll(async () => {
    worker = await startWorkerd('test/worker/calling-worker.ts', { objects: { CALLERS: 'Caller' } })
  })
  afterAll(() => worker?.close())
  afterEach(async () => {
    await provider?.close()
    provider = null
  })

  async function startWith(script: Parameters<typeof startScriptedProvider>[0]): Promise<string> {
    provider = await startScriptedProvider(script)
    return provider.url
  }

  /** What an object tells of its calls, line by line. */
  async function tellings(url: string, told: Partial<ToldCall> = {}, name = 'one') {
    const { signal: _, ...call } = callFor()
    const body: ToldCall = {
      ...{ url, call, timeoutMs: AN_HOUR_MS, retries: 1, apiKey: KEY, count: 1, unanswered: MOST_UNANSWERED },
      ...told,
    }
    const response = await fetch(`${worker.url}/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      // miniflare would compress the lines, and keep the first back until there are more.
      headers: { 'accept-encoding': 'identity' },
    })
    const input = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
    const lines = createInterface({ input })[Symbol.asyncIterator]()
    return {
      async next(): Promise<Told | undefined> {
        const { value } = await lines.next()
        return value === undefined ? undefined : JSON.parse(value)
      },
    }
  }

  async function outcomeOf(
    url: string,
    told: Partial<ToldCall> = {},
    name = 'one',
  ): Promise<Told | undefined> {
    const { next } = await tellings(url, told, name)
    let last: Told | undefined
    for (let line = await next(); line !== undefined; line = await next()) last = line
    return last
  }

  const forText = () => {
    const { signal: _, ...call } = callFor({ brief: TEXT })
    return call
  }

  it.each(PROVIDER_FAULTS)('fails with its reason: $name', async ({ play, code, words, retried }) => {
    const url = await startWith((call, response) => void play(call, response))
    const timeoutMs = code === 'timeout' && !retried ? SHORT_MS : AN_HOUR_MS
    expect(await outcomeOf(url, { timeoutMs })).toMatchObject({
      failure: { name: 'ModelFailure', code, message: expect.stringContaining(words) },
    })
    expect(provider!.calls).toHaveLength(retried ? 2 : 1)
  })

  it('arrives piece by piece', async () => {
    const seen = new EventEmitter()
    const url = await startWith(async (call, response) => {
      const [begin, ...parts] = partsOf(replyTo(call, ''), PIECES)
      sendStream(response, [begin!], 'open')
      for (const part of parts.slice(0, PIECES.length)) {
        response.write(part)
        await once(seen, 'piece')
      }
      response.end(parts.slice(PIECES.length).join(''))
    })
    const { next } = await tellings(url, { call: forText() })
    for (const text of PIECES) {
      expect(await next()).toEqual({ text })
      seen.emit('piece')
    }
    expect(await next()).toMatchObject({ reply: { text: PIECES.join(''), promptTokens: 100 } })
  })

  it('ends its connection when it is cancelled, whether the reply has begun or not', async () => {
    let hasBegun = true
    const url = await startWith((call, response) => {
      if (hasBegun) sendStream(response, partsOf(replyTo(call, ''), PIECES).slice(0, 2), 'open')
    })
    const { next } = await tellings(url, { call: forText() })
    await next()
    await fetch(`${worker.url}/one`, { method: 'DELETE' })
    expect(await next()).toMatchObject({ failure: { code: 'aborted' } })
    await closed(provider!.calls[0]?.gone)
    hasBegun = false
    const arrival = once(provider!.arrivals, 'call')
    const silent = await tellings(url)
    await arrival
    await fetch(`${worker.url}/one`, { method: 'DELETE' })
    expect(await silent.next()).toMatchObject({ failure: { code: 'aborted' } })
    await closed(provider!.calls[1]?.gone)
  })

  it('is decompressed, and a body that is cut off within the compression is a lost connection', async () => {
    let isWhole = true
    const url = await startWith((call, response) => {
      const body = gzipSync(JSON.stringify(replyTo(call, 'compressed')))
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(isWhole ? body : body.subarray(0, -20))
    })
    expect(await outcomeOf(url)).toMatchObject({ reply: { text: 'compressed' } })
    expect(provider!.calls[0]!.headers).toMatchObject({
      'accept-encoding': 'gzip, br',
      'user-agent': expect.stringMatching(/^stretto\//),
    })
    isWhole = false
    expect(await outcomeOf(url)).toMatchObject({ failure: { code: 'connection_lost' } })
  })

  it('waits as long as the provider asks, or says how long it would have had to', async () => {
    let wait: Record<string, string> = { 'retry-after-ms': '5' }
    const url = await startWith((_, response) =>
      provider!.calls.length === 1 ? sendError(response, 429, 'slow down', wait) : 'at last',
    )
    expect(await outcomeOf(url)).toMatchObject({ reply: { text: 'at last' } })
    wait = { 'retry-after': '9999' }
    provider!.calls.length = 0
    expect(await outcomeOf(url)).toMatchObject({ failure: { code: 'rate_limited', retryAfterMs: 9_999_000 } })
  })

  it('sends no key that has a character which no header can have', async () => {
    const url = await startWith(() => 'never')
    const outcome = await outcomeOf(url, { apiKey: 'secret\u2603key' })
    expect(outcome).toMatchObject({ failure: { code: 'failed' } })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(provider!.calls).toEqual([])
  })

  it('that nobody answers is unreachable or lost, and what may have been sent may have cost something', async () => {
    const url = await startWith(() => 'never')
    await provider!.close()
    provider = null
    expect(await outcomeOf(url)).toMatchObject({ failure: { code: 'connection_lost', spent: null } })
    const unknown = await outcomeOf('http://no-such-name.invalid/v1', { retries: 0 })
    expect(unknown).toMatchObject({ failure: { code: 'unreachable', spent: { calls: 0 } } })
    const server = await talkingNonsense()
    const { port } = server.address() as { port: number }
    const secure = await outcomeOf(`https://127.0.0.1:${port}/v1`, { retries: 0 })
    expect(secure).toMatchObject({ failure: { code: 'unreachable' } })
    server.close()
  })

  it('waits for its turn while six others have no response, and only so long', async () => {
    const heads: Array<() => void> = []
    const ends: Array<() => void> = []
    const url = await startWith((call, response) => {
      heads.push(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        ends.push(() => response.end(partsOf(replyTo(call, 'late')).join('')))
      })
    })
    const arrived = async (count: number) => {
      while (heads.length < count)
        await once(provider!.arrivals, 'call').then(() => new Promise(setImmediate))
    }
    const { next } = await tellings(url, { call: forText(), count: 8 })
    await arrived(6)
    expect(heads).toHaveLength(6)
    heads[0]!()
    await arrived(7)
    expect(heads).toHaveLength(7)
    for (const head of heads.slice(1)) head()
    await arrived(8)
    heads[7]!()
    for (const end of ends) end()
    for (let count = 0; count < 8; count++) expect(await next()).toMatchObject({ reply: { text: 'late' } })
  })

  it('is read to its end while other objects of the same isolate read theirs', async () => {
    const words = 'word '.repeat(60_000)
    const url = await startWith(() => words)
    const names = ['one', 'two', 'three', 'four']
    const outcomes = await Promise.all(
      names.map((name) => outcomeOf(url, { call: forText(), count: 3 }, name)),
    )
    for (const outcome of outcomes) expect(outcome?.reply?.text).toHaveLength(words.length)
  })

  it('needs no client of Node.js', () => {
    expect(worker.script).not.toMatch(/['"](?:undici|node:(?:http|https|net|tls|zlib))['"]/)
  })
})

interface Told {
  text?: string
  reply?: { text: string }
  failure?: object
}

/** A server that speaks neither TLS nor HTTP. */
async function talkingNonsense(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end('nonsense\r\n\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
