import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { allEventsOf } from '../support/event-stream.ts'
import { expectError } from '../support/expect-error.ts'
import { fillDisk, freeDisk } from '../support/file-size-limit.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { replyAs } from '../support/panel-replies.ts'
import { ENTRY, type RunningService, startService } from '../support/process.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 60_000, interval: 100 }

let folder: string
let provider: ScriptedProvider
let service: RunningService
/** Lets the models answer; until then they keep everyone waiting. */
let answer: () => void
let mayAnswer: Promise<void>

beforeAll(async () => {
  folder = freshFolder()
  provider = await startScriptedProvider(async (call) => {
    if (call.prompt.includes('later')) await mayAnswer
    return replyAs(call.model === 'vendor/first' ? '4' : '5', call)
  })
  service = await start()
})
beforeEach(() => {
  provider.calls.length = 0
  mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
})
afterEach(() => answer())
afterAll(async () => {
  await service.end('SIGKILL')
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the service, which stops at once when it is told to. */
const start = () =>
  startService({
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'servers-secret',
    OPENROUTER_BASE_URL: provider.url,
    TASK_CONCURRENCY: '2',
    SHUTDOWN_GRACE_SECONDS: '0',
  })

const post = (url: string, body: object, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

const MODELS = ['vendor/first', 'vendor/second']
/** Two models that never agree, so that both iterations are needed. */
const request = (query: string) => ({
  query,
  kind: 'closed',
  models: MODELS.map((model) => ({ provider: 'openrouter', name: model, model })),
  max_iterations: 2,
})

async function accept(query: string): Promise<string> {
  const response = await post(`${service.local}/consensus`, request(query))
  expect(response.status).toBe(202)
  return (await response.json()).id
}

const json = async (url: string) => (await fetch(url)).json()
const called = (count: number) =>
  vi.waitFor(() => expect(provider.calls.length).toBeGreaterThanOrEqual(count), PATIENCE)
const becomes = (url: string, fields: object) =>
  vi.waitFor(async () => expect(await json(url)).toMatchObject(fields), PATIENCE)

/** The calls that were made more than once, though each was answered. */
function repeatedCalls(): string[] {
  const prompts = provider.calls.map(({ model, prompt }) => `${model}\n${prompt}`)
  return prompts.filter((prompt, place) => prompts.indexOf(prompt) !== place)
}

// One service for all, since its start takes longest; each test leaves it with a disk that can be written.
describe('a full disk', { timeout: 180_000 }, () => {
  it('fails no accepted task: all continue once there is space again, and no answered call is repeated', async () => {
    const { local, edge, process } = service
    // Two run, two wait for room.
    const ids = await Promise.all(['one', 'two', 'three', 'four'].map((n) => accept(`${n} later`)))
    const streams = Promise.all(
      ids.map(async (id) => allEventsOf(await fetch(`${local}/consensus/${id}/events`))),
    )
    await called(4)
    fillDisk(process.pid)
    answer()
    await becomes(`${local}/health`, { status: 'degraded' })
    for (const id of ids) expect((await json(`${local}/consensus/${id}`)).status).toMatch(/pending|running/)

    freeDisk(process.pid)
    for (const events of await streams) {
      const ended = events.filter(({ event }) => event === 'iteration-end')
      expect(ended.map(({ data }) => data.iteration)).toEqual([1, 2])
      expect(events.at(-1)?.data).toMatchObject({ status: 'completed', result: { iterations_used: 2 } })
    }
    expect(repeatedCalls()).toEqual([])
    for (const api of [local, edge]) await becomes(`${api}/health`, { status: 'healthy' })
  })

  it('is reported by both health endpoints; requests that must be stored get 503, others are answered', async () => {
    const { local, edge, process } = service
    const before = await json(`${edge}/cache/stats`)
    const kept = await (
      await post(`${edge}/consensus-iterative`, { query: 'kept', models: MODELS, kind: 'closed' })
    ).json()
    fillDisk(process.pid)
    for (const url of [`${local}/consensus`, `${local}/consensus/sync`]) {
      const response = await post(url, request('refused'))
      const { message } = await expectError(response, { status: 503, error: 'unavailable' })
      expect(message).toMatch(/disk/)
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    for (const api of [local, edge]) {
      expect(await json(`${api}/health`)).toMatchObject({
        status: 'degraded',
        problems: [expect.stringMatching(/stored.*disk/)],
      })
      expect(await json(`${api}/readyz`)).toMatchObject({
        status: 503,
        message: expect.stringMatching(/stored.*disk/),
      })
      expect((await fetch(`${api}/livez`)).status).toBe(200)
    }
    const fresh = await post(`${edge}/consensus-iterative`, { query: 'fresh', models: MODELS })
    expect(fresh.status).toBe(200)
    const served = await post(`${edge}/consensus-iterative`, {
      query: 'kept',
      models: MODELS,
      kind: 'closed',
    })
    expect(await served.json()).toMatchObject({ cache_hit: true })
    expect((await post(`${edge}/cache/check`, { query: 'kept' })).status).toBe(200)
    expect(await json(`${edge}/cache/stats`)).toMatchObject({
      total_queries: before.total_queries + 4,
      cache_hits: before.cache_hits + 2,
    })
    const logged = ['a result could not be stored', 'a store cannot be used']
    for (const message of logged)
      await vi.waitFor(() => expect(service.output()).toContain(`"msg":"${message}`), PATIENCE)
    const forgetting = await fetch(`${edge}/cache/${kept.id}`, { method: 'DELETE' })
    await expectError(forgetting, { status: 503, error: 'unavailable' })

    freeDisk(process.pid)
    for (const api of [local, edge]) await becomes(`${api}/health`, { status: 'healthy' })
    expect((await post(`${local}/consensus/sync`, request('taken'))).status).toBe(200)
    expect((await fetch(`${edge}/cache/${kept.id}`, { method: 'DELETE' })).status).toBe(200)
  })

  it('does not end the process when a caller leaves; its task stops at once and is cancelled when that can be stored', async () => {
    const { local, edge, process } = service
    const leaver = new AbortController()
    const asked = post(`${local}/consensus/sync`, request('even later'), leaver.signal).catch(() => 'left')
    await called(2)
    fillDisk(process.pid)
    leaver.abort()
    expect(await asked).toBe('left')
    await vi.waitFor(() => expect(provider.calls.every(({ gone }) => gone.aborted)).toBe(true), PATIENCE)
    await becomes(`${local}/health`, { status: 'degraded' })
    const metrics = async () => (await fetch(`${edge}/metrics`)).text()
    const failed = async () => Number(/svc_tasks\{status="failed"\} (\d+)$/m.exec(await metrics())?.[1] ?? 0)
    const before = await failed()
    expect(await metrics()).toMatch(/^svc_problems 1$/m)

    freeDisk(process.pid)
    await vi.waitFor(async () => expect(await failed()).toBe(before + 1), PATIENCE)
    expect(provider.calls).toHaveLength(2)
  })

  it('lets the service stop, and tasks that waited for space resume at the next start', async () => {
    const { local, process } = service
    const id = await accept('still later')
    await called(2)
    fillDisk(process.pid)
    answer()
    await becomes(`${local}/health`, { status: 'degraded' })
    expect(await service.end('SIGTERM')).toBe(0)
    expect(service.output()).not.toMatch(/^\s+at /m)

    service = await start()
    await becomes(`${service.local}/consensus/${id}`, { status: 'completed' })
  })

  it.each([
    ['nothing, in an empty folder', 0, 'empty'],
    ['nothing, in a folder that was used before', 0, '.'],
    ['tables and few vectors of own axioms', 1_000_000, 'empty'],
  ])('ends the start with one line that says what to do, with space for %s', async (_, bytes, where) => {
    // One process at a time has the folder.
    await service.end('SIGTERM')
    const own = freshFolder()
    const axioms = Array.from({ length: 500 }, (_, place) => ({
      ...{ id: `own-${1000 + place}`, level: 1, domain: 'rooms', description: 'As measured.' },
      axiom: `Room ${place} has ${place % 7} windows and ${place % 11} lamps.`,
    }))
    writeFileSync(join(own, 'rooms.jsonl'), axioms.map((axiom) => JSON.stringify(axiom)).join('\n'))
    const { status, stderr } = spawnSync('prlimit', [`--fsize=${bytes}:`, process.execPath, ENTRY], {
      cwd: tmpdir(),
      env: {
        ...{ PATH: process.env.PATH, EDGE_PORT: '0', LOCAL_PORT: '0' },
        ...{ DATA_DIR: join(folder, where), AXIOMS_DIR: own },
      },
      encoding: 'utf8',
      // A start that succeeds would last.
      timeout: 60_000,
    })
    expect(stderr).toMatch(
      /^stretto: DATA_DIR cannot be .+: (?:the disk|writing to the disk) .+\. Free .+ or set DATA_DIR .+\n$/,
    )
    expect(status).toBe(1)
  })
})
