import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ENTRY, type RunningService, startService } from '../support/process.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'

let folder: string
let provider: ScriptedProvider
let service: RunningService | null

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-'))
  provider = await startScriptedProvider(() => new Promise(() => {}))
  service = null
})

afterEach(async () => {
  await service?.end('SIGKILL')
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

test('callers who still wait when the grace is over are told to come back', async () => {
  service = await startService({
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'key',
    OPENROUTER_BASE_URL: provider.url,
    SHUTDOWN_GRACE_SECONDS: '0',
  })
  const models = ['vendor/one', 'vendor/two']
  const edge = post(`${service.edge}/consensus-iterative`, { query: 'How many?', models })
  const seats = models.map((model) => ({ provider: 'openrouter', name: model, model }))
  const local = post(`${service.local}/consensus/sync`, { query: 'How many?', models: seats })
  while (provider.calls.length < 4) await once(provider.arrivals, 'call')

  expect(await service.end('SIGTERM')).toBe(0)
  for (const response of [await edge, await local]) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({
      error: 'unavailable',
      message: expect.stringContaining('shutting down'),
    })
  }
})

test('a service whose output nobody reads any more still stops when told to', async () => {
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
