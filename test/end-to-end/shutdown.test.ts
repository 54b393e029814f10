import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { allEventsOf } from '../support/event-stream.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { replyAs } from '../support/panel-replies.ts'
import { ENTRY, type RunningService, startService } from '../support/process.ts'
import { readRaw } from '../support/raw-request.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'

// Starting takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let provider: ScriptedProvider
let service: RunningService | null
/** Until then the models keep everyone waiting. */
let mayAnswer: boolean

beforeEach(async () => {
  folder = freshFolder()
  mayAnswer = false
  provider = await startScriptedProvider((call) => (mayAnswer ? replyAs('4', call) : new Promise(() => {})))
  service = null
})

afterEach(async () => {
  await service?.end('SIGKILL')
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

test('callers who still wait after the grace period get Retry-After, streams end in an orderly way, an idle connection delays nothing, and tasks resume at the next start', async () => {
  const settings = {
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'key',
    OPENROUTER_BASE_URL: provider.url,
    SHUTDOWN_GRACE_SECONDS: '0',
  }
  service = await startService(settings)
  const models = ['vendor/one', 'vendor/two']
  const edge = post(`${service.edge}/consensus-iterative`, { query: 'How many?', models })
  const seats = models.map((model) => ({ provider: 'openrouter', name: model, model }))
  const local = post(`${service.local}/consensus/sync`, { query: 'How many?', models: seats })
  const created = await post(`${service.local}/consensus`, { query: 'How many more?', models: seats })
  const { id } = await created.json()
  const stream = await fetch(`${service.local}/consensus/${id}/events`)
  const idle = connect(Number(new URL(service.local).port), '127.0.0.1')
  await once(idle, 'connect')
  onTestFinished(() => void idle.destroy())
  const upload = connect(Number(new URL(service.edge).port), '127.0.0.1')
  const head =
    'POST /consensus HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
  upload.write(head)
  const uploaded = text(upload)
  while (provider.calls.length < 6) await once(provider.arrivals, 'call')

  expect(await Promise.all([service.end('SIGTERM'), stream.text()])).toEqual([
    0,
    expect.stringContaining('"status":"running"'),
  ])
  for (const response of [await edge, await local]) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({
      error: 'unavailable',
      message: expect.stringContaining('shutting down'),
    })
  }

  const { status, headers } = readRaw(await uploaded)
  expect([status, headers.get('Retry-After')]).toEqual([503, '5'])

  mayAnswer = true
  service = await startService(settings)
  const events = await allEventsOf(await fetch(`${service.local}/consensus/${id}/events`))
  expect(events.at(-1)?.data).toMatchObject({ status: 'completed' })
})

test('stopping in the middle of a burst answers every request, with a result or with Retry-After', async () => {
  service = await startService({
    DATA_DIR: folder,
    ROUTER: 'offline',
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_PER_MINUTE: '100000',
  })
  const port = Number(new URL(service.edge).port)
  const models = Array.from({ length: 8 }, (_, index) => `vendor/${index}`)
  const sockets = Array.from({ length: 300 }, (_, index) => {
    const body = JSON.stringify({ query: `What is ${index} + 1?`, models, skip_cache: true })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /consensus-iterative HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    return socket
  })
  const burst = Promise.all(sockets.map(text))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const ended = service.end('SIGTERM')
  for (const received of await burst) {
    const { status, headers, body } = readRaw(received)
    expect([200, 503]).toContain(status)
    expect(JSON.parse(body)).toHaveProperty(status === 503 ? 'request_id' : 'final_answer')
    if (status === 503) {
      expect(headers.get('Retry-After')).toBe('5')
      expect(headers.get('Connection')).toBe('close')
    }
  }
  expect(await ended).toBe(0)
})

test('a service whose output is no longer read still stops on request', async () => {
  const child = spawn(process.execPath, [ENTRY], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: folder, EDGE_PORT: '0', LOCAL_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let written = ''
  while (!written.includes('listening')) written += (await once(child.stdout, 'data'))[0]
  child.stdout.destroy()
  child.stderr.destroy()
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'exit')
  expect({ code, signal }).toEqual({ code: 0, signal: null })
})

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
