import { readAxioms, readMeasures } from '../src/adapters/assets/data-files.ts'
import { createBuiltinEmbedder, readBuiltinModel } from '../src/adapters/embedders/builtin-embedder.ts'
import { createFairTurns } from '../src/adapters/scheduling/fair-turns.ts'
import { deliberate } from '../src/engine/deliberate.ts'
import type { DeliberationPorts } from '../src/engine/deliberation.ts'
import type { Brief } from '../src/engine/panel/brief.ts'
import type { AskModel } from '../src/engine/panel/model-port.ts'
import { openTestLibrary } from '../test/support/axioms.ts'
import { longAnswers } from './long-answers.ts'
import { percentile } from './percentile.ts'

const fitted = readMeasures()

const SEATS = 16
const ITERATIONS = 20

/**
 * The largest possible panel, which never agrees: sixteen models that answer immediately, each with a new answer and 300
 * words on it in each of twenty iterations. How long it blocks the event loop in one turn, with and without splitting the
 * work.
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
  const { query } = longAnswers('without a block', seed, 1)
  const models = Array.from({ length: SEATS }, (_, place) => ({
    provider: 'openrouter' as const,
    name: `model ${place}`,
    model: `bench/model-${place}`,
    temperature: 0,
  }))
  const askModel: AskModel = async ({ seat, iteration, brief }) => {
    const number = seed * 1_000 + iteration * SEATS + Number(seat.name.slice(6))
    const [prose] = longAnswers('without a block', number, 1).replies
    return { text: replyTo(brief, prose!, `${number} metres`), ...FREE }
  }
  await deliberate(
    {
      query,
      models,
      structure: 'fugue',
      maxIterations: ITERATIONS,
      ...fitted,
      votes: null,
      signal: never,
      deadline: never,
      checkpoint: null,
      kind: 'closed',
      criteria: null,
      writer: null,
      reader: null,
    },
    { ...ports, askModel, now: () => 0, onEvent() {}, onCheckpoint() {} },
  )
  return measured.end()
}

const FREE = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }

/** What a model says that never agrees: another answer each time, and as a reader that no two are the same. */
function replyTo(brief: Brief, prose: string, answer: string): string {
  switch (brief.phase) {
    case 'exposition':
      return `${prose}\n\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`
    case 'reading':
      return JSON.stringify({
        groups: brief.task === 'group-answers' ? brief.replies.map(({ label }) => [label]) : [],
        compatible: [],
        relations: [],
      })
    case 'revision':
      return JSON.stringify({
        reasoning: prose,
        rulings: brief.answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'It does not follow.' })),
        answer: '',
        new_answer: answer,
        changed_because: 'It was measured again.',
      })
    default:
      return answer
  }
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
