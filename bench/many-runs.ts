import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postAll } from './load.ts'
import { percentile } from './percentile.ts'
import { processorTime } from './processor-time.ts'
import { peakMemory } from './resident-memory.ts'
import { SERVICE, startMeasured } from './service-process.ts'

const RUNS = 500
const MODELS = ['vendor/a', 'vendor/b', 'vendor/c']
const SEATS = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
const ROUNDS = 3
const MANY = '1000000'

/** All at the same moment, or evenly over the second that each takes; either way the same number is in flight. */
const ARRIVALS = [
  { name: 'all at once', overMs: 0 },
  { name: 'over a second', overMs: 1_000 },
]

interface Target {
  name: string
  url: string
  pid: number
  models: unknown[]
}

/**
 * Hundreds of concurrent consensus runs whose models take a second: how much longer than its slowest call each takes for
 * its caller, and the peak memory of the service, compared with a bare server that makes the same calls.
 */
export async function benchManyRuns(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const upstream = await startMeasured(['--import', 'tsx', 'bench/slow-upstream.ts'], {}, 1)
  const upstreamUrl = `http://127.0.0.1:${upstream.line.port}`
  const relay = await startMeasured(['--import', 'tsx', 'bench/bare-relay.ts'], {
    OPENROUTER_BASE_URL: upstreamUrl,
  })
  const service = await startMeasured(SERVICE, {
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: upstreamUrl,
    RATE_LIMIT_PER_MINUTE: MANY,
    RATE_LIMIT_BURST: MANY,
    REQUEST_WAIT_MS: MANY,
    MODEL_CONCURRENCY: String(RUNS * MODELS.length),
    TASK_CONCURRENCY: String(RUNS),
  })
  const origin = (port: number | undefined) => `http://127.0.0.1:${port}`
  const pid = service.child.pid ?? 0
  const bare: Target = {
    name: 'bare relay',
    url: origin(relay.line.edge_port),
    pid: relay.child.pid ?? 0,
    models: MODELS,
  }
  const targets: Target[] = [
    { name: 'consensus', url: `${origin(service.line.edge_port)}/consensus`, pid, models: MODELS },
    { name: 'task', url: `${origin(service.line.local_port)}/consensus/sync`, pid, models: SEATS },
  ]
  try {
    const lines = [`${RUNS} runs of ${MODELS.length} calls of 1 s; duration / slowest call`]
    for (const { name, overMs } of ARRIVALS) {
      const baseline = await measure(bare, { upstreamUrl, overMs })
      lines.push(`${name}`, `  ${show(bare, baseline)}`)
      for (const target of targets) {
        const measured = await measure(target, { upstreamUrl, overMs })
        const times = measured.processorMs / baseline.processorMs
        lines.push(
          `  ${show(target, measured)} (target at most 1.2), ${times.toFixed(1)} times the bare relay`,
        )
      }
    }
    return [
      ...lines,
      `peak memory of the service   ${peakMemory(pid)} (target under 400 MB); of the bare relay ${peakMemory(bare.pid)}`,
    ]
  } finally {
    await Promise.all([service.end(), relay.end(), upstream.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  /** For each round, the durations of its runs divided by those of their slowest calls. */
  rounds: number[][]
  /** CPU time per run. */
  processorMs: number
}

let asked = 0

async function measure(target: Target, load: { upstreamUrl: string; overMs: number }): Promise<Measured> {
  // The first round is a warm-up: it opens the connections to the upstream and compiles the code.
  await oneRound(target, load)
  const before = processorTime(target.pid) ?? Number.NaN
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound(target, load))
  const used = (processorTime(target.pid) ?? Number.NaN) - before
  return { rounds, processorMs: used / (ROUNDS * RUNS) }
}

async function oneRound(
  { url, models }: Target,
  { upstreamUrl, overMs }: { upstreamUrl: string; overMs: number },
): Promise<number[]> {
  const questions = Array.from({ length: RUNS }, () => `q${asked++}`)
  const bodies = questions.map((question) => ({
    query: `How long is it from one flood to the next, question ${question}?`,
    models,
  }))
  const times = await postAll(url, bodies, overMs)
  const slowest = (await (await fetch(upstreamUrl)).json()) as Record<string, number>
  return times.map((time, place) => time / slowest[questions[place]!]!)
}

/** The median of the rounds, for each measure. */
function show({ name }: Target, { rounds, processorMs }: Measured): string {
  const at = (share: number) => {
    const ofRounds = rounds.map((ratios) => percentile(ratios, share))
    return percentile(ofRounds, 0.5).toFixed(2)
  }
  return `${name.padEnd(12)} p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}; CPU ${processorMs.toFixed(1)} ms per run`
}
