import { readAxioms, readMeasures } from '../src/adapters/assets/data-files.ts'
import { deliberate } from '../src/engine/deliberate.ts'
import type { Embed } from '../src/engine/measure/text-features.ts'
import type { Brief } from '../src/engine/panel/brief.ts'
import { promptFor } from '../src/engine/prompt/prompts.ts'
import { certainGroups } from '../src/engine/reader/read-groups.ts'
import { readReply } from '../src/engine/reading/read-reply.ts'
import { relationOn } from '../src/engine/reading/relate.ts'
import { openTestLibrary } from '../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../test/support/embedder.ts'
import { type LongAnswers, longAnswers, type ReplyForm } from './long-answers.ts'
import { percentile } from './percentile.ts'

const MODELS = 5
const WARM_UP = 200
const RUNS = 300
const FORMS: ReplyForm[] = ['with a block', 'without a block']

/**
 * The time the engine itself needs for a consensus of five replies of 300 words, with models that answer immediately,
 * compared with writing and parsing the same replies as JSON; then its parts separately, on other replies. Replies without
 * a block are also read by a model.
 */
export async function benchEngineWork(): Promise<string[]> {
  const { embed, ...embedder } = await openBuiltinEmbedder()
  const { findAnchors } = await openTestLibrary(readAxioms(), { ...embedder, embed })
  const fitted = readMeasures()
  const lines: string[] = []
  let run = 0
  for (const form of FORMS) {
    const rounds: Array<Awaited<ReturnType<typeof timeRound>>> = []
    for (let round = 0; round < WARM_UP + RUNS; round++) {
      const [asked, asunder] = [run++, run++].map((number) => longAnswers(form, number, MODELS))
      rounds.push(await timeRound({ asked: asked!, asunder: asunder!, embed, findAnchors, fitted }))
    }
    const warm = rounds.slice(WARM_UP)
    const at = (part: keyof (typeof warm)[number], share = 0.5) =>
      percentile(
        warm.map((round) => round[part]),
        share,
      )
    const show = (part: keyof (typeof warm)[number], share = 0.5) => `${at(part, share).toFixed(2)} ms`
    lines.push(
      `${MODELS} replies of 300 words, ${form}`,
      `  a consensus      p50 ${show('whole')}, p90 ${show('whole', 0.9)} (target under 5 ms); CPU time p50 ${show('processor')}`,
      `  CPU time / writing and parsing the replies as JSON   ${(at('processor') / at('json')).toFixed(0)} times`,
      `  its parts        writing a prompt ${show('prompt')}, reading the replies ${show('reading')}, relating their answers ${show('relating')}`,
      `  not included     finding axioms for the query ${show('axioms')}`,
    )
  }
  return lines
}

type Fitted = ReturnType<typeof readMeasures>

interface Round {
  asked: LongAnswers
  /** Other replies for measuring the parts, because those of the whole run are cached by now. */
  asunder: LongAnswers
  embed: Embed
  findAnchors: Awaited<ReturnType<typeof openTestLibrary>>['findAnchors']
  fitted: Fitted
}

async function timeRound({ asked, asunder, embed, findAnchors, fitted }: Round) {
  const json = await timed(() => JSON.parse(JSON.stringify(asked.replies)))
  const processorBefore = process.cpuUsage()
  const whole = await timed(() => deliberateOnce(asked, embed, fitted))
  const { user, system } = process.cpuUsage(processorBefore)

  const brief = expositionOf(asunder.query)
  const prompt = await timed(() => promptFor(brief))
  let answers: Array<string | null> = []
  const reading = await timed(() => {
    answers = asunder.replies.map(answerOf)
  })
  return {
    json,
    whole,
    processor: (user + system) / 1000,
    prompt,
    reading,
    relating: await timed(() => certainGroups(answers, relationOn(asunder.query))),
    axioms: await timed(() => findAnchors({ levels: [1], texts: [asunder.query], limit: 3 })),
  }
}

function expositionOf(query: string): Brief {
  return {
    phase: 'exposition',
    kind: 'closed',
    criteria: null,
    query,
    date: '2026-11-17',
    isJson: false,
    anchors: [],
  }
}

function deliberateOnce({ query, replies }: LongAnswers, embed: Embed, fitted: Fitted) {
  const models = replies.map((_, place) => ({
    provider: 'openrouter' as const,
    name: `model ${place}`,
    model: `bench/model-${place}`,
    temperature: 0,
  }))
  return deliberate(
    {
      query,
      models,
      structure: 'fugue',
      maxIterations: 1,
      ...fitted,
      votes: null,
      signal: new AbortController().signal,
      deadline: new AbortController().signal,
      checkpoint: null,
      kind: 'closed',
      criteria: null,
      writer: null,
      reader: null,
    },
    {
      askModel: async ({ seat, brief }) => ({
        text:
          brief.phase === 'reading'
            ? readingOf(brief)
            : replies[models.findIndex(({ name }) => name === seat.name)]!,
        latencyMs: 0,
        promptTokens: 0,
        completionTokens: 0,
        costUsd: 0,
      }),
      findAnchors: async () => [],
      embed,
      pause: async () => {},
      now: () => performance.now(),
      onEvent() {},
      onCheckpoint() {},
    },
  )
}

/** A reader that finds the same answer in all replies. */
function readingOf(brief: Extract<Brief, { phase: 'reading' }>): string {
  const replies = brief.task === 'group-answers' ? brief.replies : []
  return JSON.stringify({ groups: [replies.map(({ label }) => label)], compatible: [], relations: [] })
}

function answerOf(text: string): string | null {
  const reading = readReply(text, {})
  if ('abstention' in reading) throw new Error(`A reply could not be read: ${reading.abstention.message}`)
  return reading.reply.answer
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
