import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postAll } from './load.ts'
import { percentile } from './percentile.ts'
import { type MeasuredProcess, SERVICE, startMeasured } from './service-process.ts'

const MODELS = ['vendor/a', 'vendor/b', 'vendor/c']
const SEATS = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
const MANY = '1000000'
/** How many at the same moment, how many times, and how many times before that as a warm-up. */
const LOADS = [
  { atOnce: 1, times: 60, warmUp: 20 },
  { atOnce: 50, times: 5, warmUp: 1 },
]

interface Target {
  name: string
  url: string
  models: unknown[]
}

/**
 * How long tasks and consensus runs take whose models answer at once, so that the rest is measured, storing included. The
 * bare relay makes the same calls and nothing else. All take turns, one request each, so that what else the machine does
 * meets all of them alike; so does another build, if BENCH_BUILD names its bin/stretto.mjs.
 */
export async function benchTasks(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const upstream = await startMeasured(['--import', 'tsx', 'bench/slow-upstream.ts'], { ANSWER_MS: '0' }, 1)
  const OPENROUTER_BASE_URL = `http://127.0.0.1:${upstream.line.port}`
  const started: MeasuredProcess[] = [upstream]
  const start = async (script: string[], environment: Record<string, string> = {}) => {
    const measured = await startMeasured(script, { OPENROUTER_BASE_URL, ...environment })
    started.push(measured)
    return measured.line
  }
  const startBuild = async (label: string, script: string[]): Promise<Target[]> => {
    const { edge_port, local_port } = await start(script, {
      DATA_DIR: join(folder, label),
      OPENROUTER_API_KEY: 'bench',
      RATE_LIMIT_PER_MINUTE: MANY,
      RATE_LIMIT_BURST: MANY,
      REQUEST_WAIT_MS: MANY,
    })
    return [
      { name: `task, ${label}`, url: `${origin(local_port)}/consensus/sync`, models: SEATS },
      { name: `consensus, ${label}`, url: `${origin(edge_port)}/consensus`, models: MODELS },
    ]
  }
  try {
    const relay = await start(['--import', 'tsx', 'bench/bare-relay.ts'])
    const other = process.env.BENCH_BUILD
    const targets = [
      { name: 'bare relay', url: origin(relay.edge_port), models: MODELS },
      ...(await startBuild('this build', SERVICE)),
      ...(other === undefined ? [] : await startBuild('other build', [...SERVICE.slice(0, -1), other])),
    ]
    const lines: string[] = []
    for (const load of LOADS) lines.push(...(await measure(targets, load)))
    return lines
  } finally {
    await Promise.all(started.map((measured) => measured.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

const origin = (port: number | undefined) => `http://127.0.0.1:${port}`

let asked = 0

async function measure(targets: Target[], { atOnce, times, warmUp }: (typeof LOADS)[number]) {
  const durations = targets.map((): number[] => [])
  for (let time = -warmUp; time < times; time++)
    for (const [place, { url, models }] of targets.entries()) {
      const bodies = Array.from({ length: atOnce }, () => ({
        query: `How long is it from one flood to the next, question q${asked++}?`,
        models,
      }))
      const slowest = Math.max(...(await postAll(url, bodies, 0)))
      if (time >= 0) durations[place]!.push(slowest)
    }
  const [bare = Number.NaN, ...rest] = durations.map((all) => percentile(all, 0.5))
  return [
    `${atOnce} at once: all answered after, p50`,
    ...[bare, ...rest].map(
      (duration, place) =>
        `  ${targets[place]!.name.padEnd(24)} ${duration.toFixed(1)} ms, ${(duration / bare).toFixed(2)} times the bare relay`,
    ),
  ]
}
