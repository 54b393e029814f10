import { openSupportReader } from '../eval/claims/support-reader.ts'
import { readAxioms, readMeasures } from '../src/adapters/assets/data-files.ts'
import { createBuiltinEmbedder, readBuiltinModel } from '../src/adapters/embedders/builtin-embedder.ts'
import { createFairTurns } from '../src/adapters/scheduling/fair-turns.ts'
import { deliberate } from '../src/engine/deliberate.ts'
import type { DeliberationPorts } from '../src/engine/deliberation.ts'
import type { AskModel } from '../src/engine/panel/model-port.ts'
import { openTestLibrary } from '../test/support/axioms.ts'
import { longAnswers } from './long-answers.ts'
import { percentile } from './percentile.ts'

const readSupport = await openSupportReader()
const fitted = readMeasures()

const SEATS = 16
const ITERATIONS = 20

/**
 * The largest possible panel, which never agrees: sixteen models that answer immediately, with another 300 words in each
 * of twenty iterations. How long it blocks the event loop in one turn, with and without splitting the work.
 */
export async function benchLargePanel(): Promise<string[]> {
  const turns = createFairTurns({ now: () => performance.now(), nextTurn: setImmediate })
  const embedder = createBuiltinEmbedder(await readBuiltinModel(), turns.take)
  const { findAnchors } = await openTestLibrary(readAxioms(), embedder)
  const ports = { embed: embedder.embed, findAnchors }
  await run({ ...ports, pause: async () => {} }, 0)
  const whole = await run({ ...ports, pause: async () => {} }, 1)
  const pieces = await run({ ...ports, pause: () => turns.take('bench') }, 2)
  const ratio = (share: number) => percentile(whole.turns, share) / percentile(pieces.turns, share)
  return [
    `${SEATS} seats, ${ITERATIONS} iterations, 300 words each; CPU time of one turn of the event loop`,
    `in one piece   ${show(whole)}`,
    `in turns       ${show(pieces)}; the longest ${ratio(1).toFixed(0)} times shorter`,
  ]
}

interface Measured {
  turns: number[]
  processorMs: number
}

function show({ turns, processorMs }: Measured): string {
  const at = (share: number) => `${percentile(turns, share).toFixed(1)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}; ${(processorMs / 1000).toFixed(1)} s in all`
}

async function run(
  ports: Pick<DeliberationPorts, 'embed' | 'findAnchors' | 'pause'>,
  seed: number,
): Promise<Measured> {
  const measured = measureTurns()
  const never = new AbortController().signal
  const { query } = longAnswers('JSON', seed, 1)
  const models = Array.from({ length: SEATS }, (_, place) => ({
    provider: 'openrouter' as const,
    name: `model ${place}`,
    model: `bench/model-${place}`,
    temperature: 0,
  }))
  const askModel: AskModel = async ({ seat, iteration, brief }) => {
    const [reply] = longAnswers(
      'JSON',
      seed * 1_000 + iteration * SEATS + Number(seat.name.slice(6)),
      1,
    ).replies
    const refuted = brief.phase === 'revision' ? (brief.positions[0]?.claims[0]?.label ?? null) : null
    const text = JSON.stringify({ ...JSON.parse(reply!), verdict: 'amend', refuted_by: refuted })
    return { text, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
  await deliberate(
    {
      query,
      models,
      structure: 'fugue',
      maxIterations: ITERATIONS,
      compose: false,
      ...fitted,
      votes: null,
      uncalibrated: null,
      signal: never,
      deadline: never,
      checkpoint: null,
      kind: 'closed',
      criteria: null,
      writer: null,
    },
    { ...ports, askModel, readSupport, now: () => 0, onEvent() {}, onCheckpoint() {} },
  )
  return measured.end()
}

/** The CPU time of each turn of the event loop from now on. */
function measureTurns(): { end(): Measured } {
  const turns: number[] = []
  const startedAt = process.cpuUsage()
  let last = startedAt
  let isOver = false
  const onTurn = () => {
    const now = process.cpuUsage()
    turns.push((now.user + now.system - last.user - last.system) / 1000)
    last = now
    if (!isOver) setImmediate(onTurn)
  }
  setImmediate(onTurn)
  return {
    end() {
      onTurn()
      isOver = true
      const { user, system } = process.cpuUsage(startedAt)
      return { turns, processorMs: (user + system) / 1000 }
    },
  }
}
