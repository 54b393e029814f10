import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScriptedProvider } from '../test/support/scripted-provider.ts'
import { percentile } from './percentile.ts'
import { SERVICE, startMeasured } from './service-process.ts'

const RUNS = 60
const WARM_UP = 40
const MODELS = ['a', 'b', 'c']

/** A way to ask the same panel the same question. */
interface Door {
  name: string
  path: string
  headers?: Record<string, string>
  body: (query: string) => object
}

const chat = (query: string, more: object = {}) => ({
  model: 'stretto/bench',
  messages: [{ role: 'user', content: query }],
  stretto: { skip_cache: true },
  ...more,
})

const DOORS: Door[] = [
  {
    name: 'plain JSON',
    path: '/consensus-iterative',
    body: (query) => ({ query, models: MODELS, skip_cache: true }),
  },
  {
    name: 'events',
    path: '/consensus-iterative',
    headers: { accept: 'text/event-stream' },
    body: (query) => ({ query, models: MODELS, skip_cache: true }),
  },
  { name: 'chat', path: '/v1/chat/completions', body: (query) => chat(query) },
  { name: 'chat, streamed', path: '/v1/chat/completions', body: (query) => chat(query, { stream: true }) },
]

/**
 * The doors of the edge API: what each adds to the plain one, with models that answer at once. The doors are asked in turn, so
 * that all of them meet the same machine.
 */
export async function benchDoors(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const provider = await startScriptedProvider(
    async () => 'It is so.\n\n<panel>\n{"kind": "closed", "answer": "42"}\n</panel>',
  )
  const service = await startMeasured(SERVICE, {
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: provider.url,
    PANELS: `bench=${MODELS.join(',')}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_BURST: '1000000',
  })
  const edge = `http://127.0.0.1:${service.line.edge_port}`
  const times = new Map(DOORS.map(({ name }) => [name, [] as number[]]))
  try {
    for (let run = -WARM_UP; run < RUNS; run++)
      for (const door of DOORS) {
        const ms = await ask(edge, door, `What is ${run} + 1, through ${door.name}?`)
        if (run >= 0) times.get(door.name)!.push(ms)
      }
  } finally {
    await service.end()
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const plain = times.get('plain JSON')!
  return DOORS.map(({ name }) => {
    const own = times.get(name)!
    const added = percentile(own, 0.5) - percentile(plain, 0.5)
    return `${name.padEnd(16)} p50 ${percentile(own, 0.5).toFixed(1)} ms, p90 ${percentile(own, 0.9).toFixed(1)} ms; p50 ${added < 0 ? '−' : '+'}${Math.abs(added).toFixed(1)} ms, ${(percentile(own, 0.5) / percentile(plain, 0.5)).toFixed(2)} times the plain one`
  })
}

/** The milliseconds until the last byte of the answer. */
async function ask(edge: string, { path, headers, body }: Door, query: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(edge + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body(query)),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"error":{')) throw new Error(`${path}: ${text.slice(0, 300)}`)
  return performance.now() - startedAt
}
