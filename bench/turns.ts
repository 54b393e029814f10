import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postAll } from './load.ts'
import { percentile } from './percentile.ts'
import { SERVICE, startMeasured, writtenBy } from './service-process.ts'
import { originOf } from './steady-load.ts'

/** Runs that arrive at once, one load after another; the first one reaches a cold process. */
const LOADS = [200, 200, 500, 500]
const MODELS = ['vendor/a', 'vendor/b', 'vendor/c']
const MANY = '1000000'

/** How long the event loop of the service is busy at a time while hundreds of runs are in flight, whose models take a second. */
export async function benchTurns(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const file = join(folder, 'turns.json')
  const upstream = await startMeasured(['--import', 'tsx', 'bench/slow-upstream.ts'], {}, 1)
  const service = await startMeasured(['--import', './bench/turn-times.mjs', ...SERVICE], {
    TURNS_FILE: file,
    DATA_DIR: join(folder, 'data'),
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: originOf(upstream),
    RATE_LIMIT_PER_MINUTE: MANY,
    RATE_LIMIT_BURST: MANY,
    REQUEST_WAIT_MS: MANY,
    MODEL_CONCURRENCY: String(Math.max(...LOADS) * MODELS.length),
  })
  try {
    await writtenBy<number[]>(service, file)
    const questions = realQuestions()
    const lines = ['busy at a time, ms (goal: p99 at most 20, longest at most 50)']
    for (const runs of LOADS) {
      const bodies = Array.from({ length: runs }, () => ({ query: questions.next().value, models: MODELS }))
      await postAll(`${originOf(service)}/consensus`, bodies, 0)
      const turns = await writtenBy<number[]>(service, file)
      const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(turns, share).toFixed(1))
      lines.push(`${runs} runs at once: p50 ${p50}, p99 ${p99}, longest ${longest}`)
    }
    return lines
  } finally {
    await Promise.all([service.end(), upstream.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}

function* realQuestions(): Generator<string, never> {
  const lines = readFileSync('eval/cache/question-pairs.jsonl', 'utf8').trim().split('\n')
  const questions = [...new Set(lines.map((line) => (JSON.parse(line) as { stored: string }).stored))]
  for (let asked = 0; ; asked++) {
    const round = Math.floor(asked / questions.length)
    yield round === 0 ? questions[asked]! : `${questions[asked % questions.length]} (${round})`
  }
}
