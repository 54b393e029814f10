import { request } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { filesWith } from '../../attack/hostile/files-with.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { replyAs } from '../support/panel-replies.ts'
import { openWorkerService, type WorkerService } from '../support/worker-service.ts'

const MODELS = ['vendor/one', 'vendor/two']
const SEATS = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
const alice = { 'x-api-key': 'key-of-alice-81c2' }
const bob = { 'x-api-key': 'key-of-bob-22d7' }
const OWN_KEY = 'sk-own-key-of-alice-9f31'
const query = 'How many are there in all?'
const MADE_UP = '0123abcd-4567-4aaa-8bbb-0123456789ab'

// biome-ignore lint/suspicious/noExplicitAny: the tests look into it field by field
type Answered = any
type Answer = { status: number; headers: Headers; body: Answered }

describe.skipIf(inject('miniflare') === null)('callers of the worker', () => {
  let service: WorkerService
  beforeAll(async () => {
    service = await openWorkerService((call) => replyAs('42', call), {
      API_KEYS: 'alice:key-of-alice-81c2,bob:key-of-bob-22d7,carol:key-of-carol',
      LOCAL_AUTH: 'on',
      SHARDS: '4',
      DEFAULT_MODELS: MODELS.join(),
      RATE_LIMIT_PER_HOUR: '1000',
      RATE_LIMIT_PER_MINUTE: '1000',
      RATE_LIMIT_BURST: '1000',
    })
  })
  afterAll(() => service?.close())

  async function ask(
    url: string,
    headers: Record<string, string>,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    }
  }
  const edge = (path: string, headers: Record<string, string>, body?: unknown, method?: string) =>
    ask(service.edge + path, headers, body, method)
  const local = (path: string, headers: Record<string, string>, body?: unknown, method?: string) =>
    ask(service.local + path, headers, body, method)

  /** The objects that have tables of tasks. */
  const withTables = () => {
    const files = filesWith(join(service.folder, 'do/stretto-Runs'), ['CREATE TABLE task_events'])
    return [...new Set(files.map((file) => file.replace(/-wal$/, '')))].sort()
  }

  it('see only what is theirs, wherever it lies', async () => {
    const { body: result } = await edge('/consensus-iterative', alice, { query })
    const { id } = result
    expect((await edge('/consensus-iterative', alice, { query })).body).toMatchObject({ cache_hit: true, id })
    const { body: said } = await edge('/v1/responses', alice, {
      model: 'stretto/auto',
      input: 'How many now?',
    })
    const { body: run } = await edge('/consensus-iterative', alice, {
      query: 'How many run?',
      keep_running: true,
    })
    const runs = (await edge('/runs', alice)).body
    const { body: task } = await local('/consensus', alice, { query, models: SEATS })
    await edge(`/results/${id}/verdict`, alice, { right: true })
    const own: Array<[typeof edge, string]> = [
      [edge, `/results/${id}`],
      [edge, `/v1/responses/${said.id}`],
      [edge, `/runs/${runs.runs[0]!.id}`],
      [local, `/consensus/${task.id}`],
      [local, `/consensus/${task.id}/events`],
    ]
    expect(run).toMatchObject({ cache_hit: false })
    for (const [api, path] of own) {
      expect([path, (await api(path, alice)).status]).toEqual([path, 200])
      expect([path, (await api(path, bob)).status]).toEqual([path, 404])
      expect([path, (await api(path, {})).status]).toEqual([path, 401])
      const forged = {
        ...bob,
        'x-stretto-place': path.slice(-12),
        'x-stretto-api': 'edge',
        'x-forwarded-for': '::1',
      }
      expect([path, (await api(path, forged)).status]).toEqual([path, 404])
    }
    expect((await edge(`/cache/${id}`, bob, undefined, 'DELETE')).status).toBe(404)
    expect((await edge(`/results/${id}/verdict`, bob, { right: false })).status).toBe(404)
    expect((await local(`/consensus/${task.id}`, bob, undefined, 'DELETE')).status).toBe(404)
    expect((await edge(`/runs/${runs.runs[0]!.id}/stop`, bob, {})).status).toBe(404)
    const previous = {
      model: 'stretto/auto',
      input: 'And?',
      previous_response_id: said.id,
    }
    expect((await edge('/v1/responses', bob, previous)).status).toBeGreaterThanOrEqual(400)
    expect((await edge('/v1/responses', alice, previous)).status).toBe(200)
    expect((await edge('/runs', bob)).body).toMatchObject({ runs: [] })
    expect((await local('/consensus', bob)).body).toMatchObject({ tasks: [] })
    expect((await local('/consensus', alice)).body).toMatchObject({ count: 1 })
    expect((await edge('/cache/check', bob, { query })).body).toEqual({ hit: false })
    expect((await edge('/cache/check', alice, { query })).body).toMatchObject({ hit: true })
    const near = `/similar?minScore=0&q=${encodeURIComponent(query)}`
    expect((await edge(near, bob)).body).toMatchObject({ count: 0 })
    expect((await edge(near, alice)).body.count).toBeGreaterThanOrEqual(2)
    expect((await edge('/cache/stats', bob)).body).toMatchObject({ total_queries: 1, cache_hits: 0 })
    expect((await edge('/cache/stats', alice)).body.total_queries).toBeGreaterThanOrEqual(3)
    const reliabilityFor = async (key: Record<string, string>) =>
      (await edge('/models/reliability', key)).body
    expect(await reliabilityFor(bob)).toEqual(await reliabilityFor({ 'x-api-key': 'key-of-carol' }))
    const again = await edge('/consensus-iterative', bob, { query })
    expect(again.body).toMatchObject({ cache_hit: false, id: expect.not.stringContaining(id) })
  })

  it('have idempotency keys of their own', async () => {
    const key = { 'idempotency-key': 'the same' }
    const body = { query: 'Whose key is it?', models: SEATS }
    const first = await local('/consensus', { ...alice, ...key }, body)
    const other = await local('/consensus', { ...bob, ...key }, body)
    expect([first.status, other.status]).toEqual([202, 202])
    expect(other.body.id).not.toBe(first.body.id)
    expect((await local('/consensus', { ...alice, ...key }, body)).body.id).toBe(first.body.id)
    expect((await local('/consensus', { ...alice, ...key }, { ...body, query: 'Another?' })).status).toBe(400)
  })

  it('can make up ids and send what is refused, and no object keeps anything of it', async () => {
    const before = withTables()
    for (const path of [`/consensus/${MADE_UP}`, `/consensus/${MADE_UP}/events`])
      expect((await local(path, bob)).status).toBe(404)
    expect((await local(`/consensus/${MADE_UP}`, bob, undefined, 'DELETE')).status).toBe(404)
    const response = `/v1/responses/resp_${MADE_UP.replaceAll('-', '')}`
    for (const path of [`/runs/${MADE_UP}`, `/results/${MADE_UP}`, response])
      expect([path, (await edge(path, bob)).status]).toEqual([path, 404])
    for (const body of ['{', '{"query": 1}', { query: 'Too few?', models: SEATS.slice(1) }])
      expect((await local('/consensus', bob, body)).status).toBe(400)
    expect(withTables()).toEqual(before)
    expect(before).not.toEqual([])
  })

  it.each([
    ['/runs/..%2f', 404],
    ['/runs/%2e%2e/metrics', 200],
    ['/consensus/%00', 404],
    ['/runs/%zz', 404],
    ['/runs/%ff%fe', 404],
    [`/runs/${'a'.repeat(5_000)}`, 404],
    ['/results/..%2f..%2fetc%2fpasswd', 404],
  ])('get what a path says: %s', async (path, status) => {
    expect((await edge(path, alice)).status).toBe(status)
    expect((await local(path.replace('/runs', '/consensus'), alice)).status).toBeGreaterThanOrEqual(200)
  })

  it('may write a path with escapes: it leads to the same objects', async () => {
    const asked = await local('/%63onsensus', alice, { query: 'How is it written?', models: SEATS })
    expect(asked.status).toBe(202)
    expect((await local(`/%63onsensus/${asked.body.id}`, alice)).status).toBe(200)
  })

  it('cannot send more than is allowed, however they send it', async () => {
    const large = JSON.stringify({ query: 'a'.repeat(LIMITS.bodyBytes) })
    const framings: Array<Record<string, string>> = [
      { 'content-length': String(large.length) },
      { 'transfer-encoding': 'chunked' },
    ]
    for (const headers of framings)
      for (const origin of [service.edge, service.local])
        expect(await statusOf(`${origin}/consensus`, { ...alice, ...headers }, large)).toBe(413)
    expect((await edge('/health', {})).status).toBe(200)
    const invalid = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
    expect(await statusOf(`${service.edge}/consensus-iterative`, alice, invalid)).toBe(400)
    const packed = gzipSync(JSON.stringify({ query }))
    const zipped = { ...alice, 'content-encoding': 'gzip' }
    expect(await statusOf(`${service.edge}/consensus-iterative`, zipped, packed)).toBe(400)
    const deep = `{"query": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await statusOf(`${service.edge}/consensus-iterative`, alice, deep)).toBe(400)
  })

  it('never find a key of theirs in what is stored', async () => {
    const own = { ...alice, 'x-router-key': OWN_KEY, 'idempotency-key': 'with a key' }
    const task = await local('/consensus', own, { query: 'Who pays for it?', models: SEATS })
    expect(task.status).toBe(202)
    await edge('/consensus-iterative', own, { query: 'Who pays for this?' })
    const state = async () => (await local(`/consensus/${task.body.id}`, alice)).body
    await expect.poll(state).toMatchObject({ status: 'completed' })
    expect(service.calls.some(({ authorization }) => authorization.includes(OWN_KEY))).toBe(true)
    const secrets = [OWN_KEY, alice['x-api-key'], bob['x-api-key'], 'sk-of-the-server']
    expect(filesWith(service.folder, secrets)).toEqual([])
    // That nothing is found means something.
    expect(filesWith(service.folder, ['Who pays for it?'])).not.toEqual([])
  })
})

describe.skipIf(inject('miniflare') === null)('callers of a worker with a shared cache and limits', () => {
  let service: WorkerService
  beforeAll(async () => {
    service = await openWorkerService((call) => replyAs('42', call), {
      API_KEYS: 'alice:key-of-alice-81c2,bob:key-of-bob-22d7',
      CACHE_SCOPE: 'shared',
      LOCAL_AUTH: 'off',
      LOCAL_RATE_LIMITS: 'on',
      SHARDS: '4',
      DEFAULT_MODELS: MODELS.join(),
      RATE_LIMIT_PER_MINUTE: '1000',
      RATE_LIMIT_BURST: '1000',
      RATE_LIMIT_PER_HOUR: '12',
    })
  })
  afterAll(() => service?.close())

  const send = (url: string, headers: Record<string, string>, body?: object) =>
    fetch(url, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })

  it('are served what others asked, but cannot judge or delete it', async () => {
    const first = await (await send(`${service.edge}/consensus-iterative`, alice, { query })).json()
    const second = await (await send(`${service.edge}/consensus-iterative`, bob, { query })).json()
    expect(second).toMatchObject({ cache_hit: true, id: first.id })
    const remove = { method: 'DELETE', headers: bob }
    expect((await fetch(`${service.edge}/cache/${first.id}`, remove)).status).toBe(403)
    const documents = { query, context: [{ title: 'one', text: 'There are 42.' }] }
    await send(`${service.edge}/consensus-iterative`, alice, documents)
    const own = await (await send(`${service.edge}/consensus-iterative`, bob, documents)).json()
    expect(own.cache_hit).toBe(false)
  })

  it('share tasks where the local API asks for no key', async () => {
    const task = await (await send(`${service.local}/consensus`, {}, { query, models: SEATS })).json()
    expect((await send(`${service.local}/consensus/${task.id}`, bob)).status).toBe(200)
  })

  it('are counted by key, wherever their requests are answered', async () => {
    let last: Response | null = null
    for (let count = 0; count < 14 && last?.status !== 429; count++) {
      const isRun = count % 2 === 0
      last = isRun
        ? await send(`${service.edge}/consensus`, alice, {
            query: `How many are in ${count}?`,
            dry_run: true,
          })
        : await send(`${service.edge}/cache/stats`, alice)
    }
    expect(last?.status).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(last?.headers.get('x-ratelimit-limit')).toBe('12')
    expect(last?.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(await last?.json()).toMatchObject({ error: 'rate_limited' })
    expect((await send(`${service.edge}/cache/stats`, bob)).status).toBe(200)
  })
})

/** Sends bytes as they are, and returns the status or what became of the connection. */
function statusOf(
  url: string,
  headers: Record<string, string>,
  body: string | Buffer,
): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        resolve(response.statusCode)
        response.resume()
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    sent.end(body)
  })
}
