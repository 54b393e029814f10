import { connect as openSocket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { createEdgeClient } from '../../src/client/index.ts'
import { createMcpEndpoint } from '../../src/mcp/http-endpoint.ts'
import { expectError } from '../support/expect-error.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { listenTo } from '../support/listening.ts'
import {
  asking,
  type HeldProvider,
  INITIALIZE,
  MALFORMED,
  MODELS,
  QUESTION,
  startHeldProvider,
} from '../support/mcp-calls.ts'
import { type AnyClient, CLIENTS, type ClientVersion, overHttp } from '../support/mcp-clients.ts'
import { connect } from '../support/mcp-connect.ts'
import { settingsFor } from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const ALICE = { 'x-api-key': 'key-of-alice' }
const BOB = { Authorization: 'Bearer key-of-bob' }
const ACCEPT = { Accept: 'application/json, text/event-stream' }
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

let provider: HeldProvider
let service: TestService
let server: Awaited<ReturnType<typeof listenTo>>
let url: string
let logged: Array<Record<string, unknown>>

beforeEach(async () => {
  provider = await startHeldProvider()
  logged = []
  service = await openService(
    { ...settingsFor(provider), API_KEYS: 'alice:key-of-alice,bob:key-of-bob', MODEL_RETRIES: '0' },
    undefined,
    createLog('info', { write: (line) => void logged.push(JSON.parse(line)) }),
  )
  service.welcomeRequests()
  server = await listenTo(service)
  url = `http://127.0.0.1:${server.port}/mcp`
})
afterEach(async () => {
  provider.release()
  server.cut()
  await service.stop()
  await provider.close()
})

const open = (version: ClientVersion, headers: Record<string, string> = ALICE) =>
  connect(version, overHttp(version, url, headers))

describe.each(CLIENTS)('POST /mcp, for the client %s', (version) => {
  it('answers with the result of a panel, tells who has answered, and finds the result again', async () => {
    const client = await open(version)
    const told: string[] = []
    const onprogress = ({ message = '' }) => void told.push(message)
    const { structuredContent } = await client.call('ask_panel', QUESTION, { onprogress })
    const { result } = structuredContent
    expect(result).toMatchObject({ answer: '42', outcome: 'consensus', models: MODELS, usage: { calls: 2 } })
    expect(told.slice(1, 3).sort()).toEqual(MODELS.map((model) => `${model} has answered: 42`))
    const found = await client.call('get_result', { id: result.result_id })
    expect(found.structuredContent.result.final_answer).toBe(result.final_answer)
    const axioms = await client.call('search_axioms', { query: 'speed of light', limit: 1 })
    expect(axioms.structuredContent.axioms).toHaveLength(1)
  })

  it('does not find what another caller asked', async () => {
    const { structuredContent } = await (await open(version)).call('ask_panel', QUESTION)
    const bob = await open(version, BOB)
    const id = structuredContent.result.result_id
    const { isError, content } = await bob.call('get_result', { id })
    expect(isError).toBe(true)
    expect(content[0]!.text).toContain(`no stored result with the id ${id}`)
  })

  it('ends the calls of models when the call of a tool is given up', async () => {
    provider.hold()
    const client = await open(version)
    const leaving = new AbortController()
    const called = client.call('ask_panel', QUESTION, { signal: leaving.signal }).catch(() => 'given up')
    await expect.poll(() => provider.calls.length).toBe(2)
    leaving.abort()
    expect(await called).toBe('given up')
    await expect.poll(provider.gone).toEqual([true, true])
  })

  it('answers two clients and two calls at once, each with its own', async () => {
    const [one, two] = await Promise.all([open(version), open(version, BOB)])
    const asked = (client: AnyClient, query: string) => client.call('ask_panel', { ...QUESTION, query })
    const ids = await Promise.all([
      asked(one, 'What is 6 times 7?'),
      asked(one, 'How much is twice 21?'),
      asked(two, 'What is 6 times 7?'),
    ])
    expect(new Set(ids.map(({ structuredContent }) => structuredContent.result.result_id)).size).toBe(3)
  })

  it('says what is wrong with arguments of a megabyte, of the wrong type, and of no tool', async () => {
    const client = await open(version)
    const long = await client.call('ask_panel', { query: 'x'.repeat(1_000_000) })
    expect(long).toMatchObject({ isError: true })
    expect(long.content[0]!.text).toContain('query must have at most 200000 characters')
    expect((await client.call('search_axioms', { query: ['x'] })).isError).toBe(true)
    await expect(client.call('ask_oracle')).rejects.toMatchObject({ code: -32602 })
    expect(provider.calls).toEqual([])
  })

  it('passes on what the service says', async () => {
    const client = await open(version)
    const { isError, content } = await client.call('ask_panel', { ...QUESTION, max_calls: 1 })
    expect(isError).toBe(true)
    expect(content[0]!.text).toMatch(/max_calls[\s\S]*error bad_request, request /)
  })

  onNode('log')('needs a key', async () => {
    await expect(open(version, {})).rejects.toThrow()
    expect(logged.filter(({ status }) => status === 401)).not.toEqual([])
  })
})

describe('POST /mcp', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...ACCEPT, ...ALICE, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  /** Asks a panel over a bare connection. */
  const ask = () => {
    const body = JSON.stringify(asking(1))
    const socket = openSocket(server.port, '127.0.0.1')
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nx-api-key: key-of-alice\r\nContent-Type: application/json\r\nAccept: ${ACCEPT.Accept}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    return socket
  }

  it('ends the calls of models when a client dies', async () => {
    provider.hold()
    const socket = ask()
    await expect.poll(() => provider.calls.length).toBe(2)
    socket.destroy()
    await expect.poll(provider.gone).toEqual([true, true])
  })

  it('finishes a run whose client never reads, and answers others meanwhile', async () => {
    const socket = ask().pause()
    await expect.poll(() => provider.calls.length).toBe(2)
    expect((await send(PING)).status).toBe(200)
    socket.destroy()
  })

  it('ends only the call that a message cancels: of the same client, with the same id', async () => {
    provider.hold()
    const sessions = await Promise.all([send(INITIALIZE), send(INITIALIZE)])
    const [one, two] = sessions.map(({ headers }) => ({ 'Mcp-Session-Id': headers.get('mcp-session-id')! }))
    const calls = [send(asking(7), one), send(asking(7, { ...QUESTION, query: 'Twice 21?' }), two)]
    await expect.poll(() => provider.calls.length).toBe(4)
    const cancelling = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await send(cancelling, { ...one, ...BOB })).status).toBe(202)
    expect((await send(cancelling, one)).status).toBe(202)
    const goneFor = (query: string) =>
      provider.calls.filter(({ prompt }) => prompt.includes(query)).map(({ gone }) => gone.aborted)
    await expect.poll(() => goneFor('6 times 7')).toEqual([true, true])
    expect(goneFor('Twice 21')).toEqual([false, false])
    provider.release()
    expect(await (await calls[1]!).text()).toContain('"status":"completed"')
    await (await calls[0]!).text()
  })

  it('counts a call once, whatever its tool asks of the service', async () => {
    const limited = await openService({ RATE_LIMIT_PER_MINUTE: '3' })
    const left = async (body: object) =>
      (await post(limited.edge, '/mcp', body, ACCEPT)).headers.get('X-RateLimit-Remaining')
    expect(await left(PING)).toBe('2')
    expect(await left(asking(1, { query: 'What is 17 + 25?' }))).toBe('1')
    expect((await get(limited.edge, '/cache/stats')).headers.get('X-RateLimit-Remaining')).toBe('0')
    await expectError(await post(limited.edge, '/mcp', PING, ACCEPT), { status: 429, error: 'rate_limited' })
    await limited.stop()
  })

  onNode('log')('is logged like any other request, once, and failures of its tools name its id', async () => {
    const wrong = asking(1, { ...QUESTION, max_calls: 1 })
    const answered = await (await send(wrong, { 'X-Request-Id': 'request-of-mine' })).text()
    expect(answered).toContain('(error bad_request, request request-of-mine)')
    await expect
      .poll(() =>
        logged.filter(({ request_id: id }) => id === 'request-of-mine').map(({ route, key }) => [route, key]),
      )
      .toEqual([['/mcp', 'alice']])
  })

  it('stores what it finds for its caller, and heeds no headers about caches, which tools have arguments for', async () => {
    await (await send(asking(1, QUESTION))).text()
    const again = await send(asking(2, QUESTION), { 'Cache-Control': 'no-cache' })
    expect(await again.text()).toContain('"cache_hit":true')
    const bob = await send(asking(4, QUESTION), { 'x-api-key': 'key-of-bob' })
    expect(await bob.text()).toContain('"cache_hit":false')
  })

  it('refuses web pages of other origins', async () => {
    const refused = await send(PING, { Origin: 'https://evil.example' })
    await expectError(refused, { status: 403, error: 'forbidden' })
    await expectError(await send(PING, { Origin: 'null' }), { status: 403, error: 'forbidden' })
    expect((await send(PING, { Origin: new URL(url).origin })).status).toBe(200)
    const open = await openService({ CORS_ORIGINS: 'https://app.example' })
    const headers = { ...ACCEPT, Origin: 'https://app.example' }
    expect((await post(open.edge, '/mcp', PING, headers)).status).toBe(200)
    await open.stop()
  })

  it.each(['GET', 'DELETE', 'PUT'])('answers %s with 405, because there are no sessions', async (method) => {
    const response = await fetch(url, { method, headers: ALICE })
    expect(response.headers.get('Allow')).toBe('POST')
    await expectError(response, { status: 405, error: 'method_not_allowed' })
  })

  it.each(MALFORMED)('answers %s with an error of the protocol', async (_, body, code) => {
    const response = await send(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code } })
    expect(provider.calls).toHaveLength(0)
  })

  it('answers an unknown method with an error of the protocol', async () => {
    expect(await (await send({ ...PING, method: 'nothing/here' })).text()).toContain('"code":-32601')
  })

  it('answers 413, 415 and 406 for bodies and types that it does not take', async () => {
    const asText = await send(PING, { 'Content-Type': 'text/plain' })
    await expectError(asText, { status: 415, error: 'unsupported_media_type' })
    expect((await send(PING, { Accept: 'application/json' })).status).toBe(406)
    // Last, because its connection is closed before all of it was sent.
    const tooLarge = await send(asking(1, { query: 'x'.repeat(3_000_000) }))
    await expectError(tooLarge, { status: 413, error: 'payload_too_large' })
  })

  it('hands a run over that takes longer than 45 seconds; only who began it finds it', async () => {
    provider.hold()
    const clock = createVirtualClock()
    const endpoint = createMcpEndpoint({
      confirmAbove: undefined,
      report() {},
      wait: clock.wait,
      newId: () => 'task-1',
      now: clock.now,
    })
    const call = async (owner: string, name: string, args: object) => {
      const { response } = await endpoint.answer({
        url,
        headers: new Headers({ 'Content-Type': 'application/json', ...ACCEPT }),
        body: JSON.stringify({ ...asking(1), params: { name, arguments: args } }),
        owner,
        signal: new AbortController().signal,
        edge: createEdgeClient({ baseUrl: new URL(url).origin, apiKey: 'key-of-alice' }),
        requestId: 'request-1',
      })
      const text = await response.text()
      return JSON.parse(text.slice(text.indexOf('{'))).result
    }
    const called = call('key:alice', 'ask_panel', QUESTION)
    await expect.poll(() => provider.calls.length).toBe(2)
    const known = (await clock.advanceUntil(called)).structuredContent
    expect(known).toMatchObject({ status: 'running', task_id: 'task-1' })
    expect(known.so_far.voices.map(({ name }: { name: string }) => name)).toEqual(MODELS)
    const foreign = await call('key:bob', 'get_result', { id: 'task-1', cancel: true })
    expect(foreign.isError).toBe(true)
    expect(provider.gone()).toEqual([false, false])
    provider.release()
    const { structuredContent } = await call('key:alice', 'get_result', { id: 'task-1' })
    expect(structuredContent).toMatchObject({ status: 'completed', result: { answer: '42' } })
  })
})
