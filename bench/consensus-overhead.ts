import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScriptedProvider } from '../test/support/scripted-provider.ts'
import { percentile } from './percentile.ts'
import { residentMemory } from './resident-memory.ts'
import { SERVICE, startMeasured } from './service-process.ts'

const RUNS = 60
/** Warm-up runs before the measured ones, and how many run at a time: measures a service that has been up for minutes. */
const WARM_UP = { rounds: 20, atOnce: 25 }
const MODEL_MS = 100
const SENTENCE = 'The tide rises and falls twice a day because the moon pulls at the water of the seas. '

const PANELS = [
  { name: '3 models, answers of about 20 words', models: ['a', 'b', 'c'], sentences: 1 },
  { name: '5 models, answers of about 300 words', models: ['a', 'b', 'c', 'd', 'e'], sentences: 15 },
]

/**
 * The overhead of a consensus over its slowest model call, as a caller sees it: the same calls are also made directly, in
 * parallel, in the same run. Also the start-up time and memory of the service.
 */
export async function benchConsensusOverhead(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  let reason = ''
  const provider = await startScriptedProvider(async ({ model }) => {
    await new Promise((resolve) => setTimeout(resolve, MODEL_MS))
    return `The moon does, says ${model}. ${reason}\n\n<panel>\n{"kind": "closed", "answer": "the moon"}\n</panel>`
  })
  const service = await startMeasured(SERVICE, {
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: provider.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_BURST: '1000000',
  })
  const pid = service.child.pid ?? 0
  try {
    const lines = [
      `ready after                     ${service.readyMs.toFixed(0)} ms (target under 2000 ms)`,
      `idle memory                     ${residentMemory(pid)} (target under 200 MB)`,
    ]
    for (const { name, models, sentences } of PANELS) {
      reason = SENTENCE.repeat(sentences)
      const direct: number[] = []
      const consensus: number[] = []
      const edge = `http://127.0.0.1:${service.line.edge_port}`
      for (let round = 0; round < WARM_UP.rounds; round++) {
        const queries = Array.from(
          { length: WARM_UP.atOnce },
          (_, index) => `Why, ${name}, ${round}, ${index}?`,
        )
        await Promise.all(queries.map((query) => askService(edge, models, query)))
      }
      for (let run = 0; run < RUNS; run++) {
        const query = `What makes the tides, ${name}, question ${run}?`
        const calls = await timed(() =>
          Promise.all(models.map((model) => askDirectly(provider.url, model, query))),
        )
        const whole = await timed(() => askService(edge, models, query))
        direct.push(calls)
        consensus.push(whole)
      }
      lines.push(
        `${name}, model call ${MODEL_MS} ms`,
        `  slowest call made directly    p50 ${percentile(direct, 0.5).toFixed(1)} ms`,
        `  consensus overhead            p50 +${(percentile(consensus, 0.5) - percentile(direct, 0.5)).toFixed(1)} ms (target under 10 ms), p90 +${(percentile(consensus, 0.9) - percentile(direct, 0.9)).toFixed(1)} ms`,
        `  consensus / slowest call      p50 ${(percentile(consensus, 0.5) / percentile(direct, 0.5)).toFixed(3)}`,
      )
    }
    return [...lines, `memory after all runs           ${residentMemory(pid)}`]
  } finally {
    await service.end()
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function askDirectly(url: string, model: string, query: string): Promise<unknown> {
  return post(`${url}/chat/completions`, { model, messages: [{ role: 'user', content: query }] })
}

function askService(edge: string, models: string[], query: string): Promise<unknown> {
  return post(`${edge}/consensus`, { query, models: models.map((model) => `vendor/${model}`) })
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return response.json()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
