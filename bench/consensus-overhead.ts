import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScriptedProvider } from '../test/support/scripted-provider.ts'
import { residentMemory } from './resident-memory.ts'
import { startMeasured } from './service-process.ts'

const RUNS = 60
const WARM_UP = 20
const MODEL_MS = 100
const MODELS = ['a', 'b', 'c', 'd', 'e'].map((name) => `vendor/${name}`)
const REASON =
  'The tide rises and falls twice a day because the moon pulls at the water of the seas. '.repeat(15)

/** What a consensus takes beyond its slowest model call, as its caller sees it; start-up and memory of the service. */
export async function benchConsensusOverhead(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  let slowest = 0
  const provider = await startScriptedProvider(async ({ model }) => {
    const arrivedAt = performance.now()
    await new Promise((resolve) => setTimeout(resolve, MODEL_MS))
    slowest = Math.max(slowest, performance.now() - arrivedAt)
    return { answer: `The moon does, says ${model}. ${REASON}`, reason: REASON, claims: [REASON] }
  })
  const service = await startMeasured(['dist/main.js'], {
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: provider.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_BURST: '1000000',
  })
  try {
    const idle = residentMemory(service.child.pid ?? 0)
    const overheads: number[] = []
    const ratios: number[] = []
    for (let run = 0; run < WARM_UP + RUNS; run++) {
      slowest = 0
      const total = await timeConsensus(`http://127.0.0.1:${service.line.edge_port}`, run)
      if (run < WARM_UP) continue
      overheads.push(total - slowest)
      ratios.push(total / slowest)
    }
    return [
      `5 models, answers of some 300 words, model call ${MODEL_MS} ms`,
      `overhead over the slowest call  p50 ${at(overheads, 0.5).toFixed(1)} ms, p90 ${at(overheads, 0.9).toFixed(1)} ms (target under 10 ms)`,
      `whole consensus / slowest call  p50 ${at(ratios, 0.5).toFixed(3)}, p90 ${at(ratios, 0.9).toFixed(3)}`,
      `ready after                     ${service.readyMs.toFixed(0)} ms (target under 2000 ms)`,
      `idle memory                     ${idle} (target under 200 MB)`,
      `memory after ${WARM_UP + RUNS} runs            ${residentMemory(service.child.pid ?? 0)}`,
    ]
  } finally {
    await service.end()
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeConsensus(edge: string, run: number): Promise<number> {
  const body = JSON.stringify({ query: `What makes the tides, question ${run}?`, models: MODELS })
  const startedAt = performance.now()
  const response = await fetch(`${edge}/consensus`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await response.json()
  if (!response.ok) throw new Error(`The consensus failed with ${response.status}.`)
  return performance.now() - startedAt
}

function at(values: number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? 0
}
