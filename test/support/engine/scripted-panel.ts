import agreement from '../../../data/agreement.json' with { type: 'json' }
import claimSupport from '../../../data/claim-support.json' with { type: 'json' }
import textChoice from '../../../data/text-choice.json' with { type: 'json' }
import { readQuestionKinds } from '../../../src/adapters/assets/data-files.ts'
import type { ModelConfig } from '../../../src/contract/panel.ts'
import type { Calibration, Curve } from '../../../src/engine/conclude/confidence.ts'
import { deliberate } from '../../../src/engine/deliberate.ts'
import type {
  Deliberation,
  DeliberationEvent,
  DeliberationPorts,
  DeliberationRequest,
} from '../../../src/engine/deliberation.ts'
import type { Embed } from '../../../src/engine/measure/agreement/pair-reader.ts'
import type { Spiral } from '../../../src/engine/measure/spiral.ts'
import type { RevisionBrief } from '../../../src/engine/panel/brief.ts'
import type { AskModel, ModelCall, ModelReply } from '../../../src/engine/panel/model-port.ts'
import { wordsOf } from '../../../src/language/words.ts'
import type { BoostedTrees } from '../../../src/utils/boosted-trees.ts'
import { stableHash } from '../../../src/utils/stable-hash.ts'
import { overlapSupport } from './overlap-support.ts'

/** The fields of a JSON reply. */
export interface ReplyFields {
  answer: string | null
  reason?: string
  claims?: string[]
  verdict?: string
  refuted_by?: string | null
  rebuttal?: string
}

/** What a scripted model replies: fields, any text, or a failure. */
export type Line = ReplyFields | string | Error

/** A scripted model: always the same line, or one that depends on the call. */
export type Script = Line | ((call: ModelCall) => Line | Promise<Line>)

/** What every scripted call costs. */
export const CALL_COST = { latencyMs: 8, promptTokens: 100, completionTokens: 20, costUsd: 0.25 }

/** A curve made up so that support always helps; the same for every kind, but for where it was measured. */
const curve = (sets: string, questions: number): Curve => ({
  constant: -3,
  weights: { mean: 4, voices: 1 },
  highest: 0.94,
  largestPanel: 5,
  questions,
  sets,
})

/** A made-up calibration. */
export const CALIBRATION: Calibration = {
  version: 'test',
  fitted: 'made up',
  kinds: { choice: curve('letters', 10), number: curve('numbers', 20), open: curve('words', 30) },
}

/** The measure of agreement that comes with the service. */
export const AGREEMENT = agreement as unknown as BoostedTrees

/** The choice among texts that comes with the service. */
export const TEXT_CHOICE = textChoice as DeliberationRequest['textChoice']
export const CLAIM_SUPPORT = claimSupport as DeliberationRequest['claimSupport']

/** The kinds of question as the service recognises them. */
export const QUESTION_KINDS = readQuestionKinds()

/** Models named as told, one for each name. */
export function modelsNamed(names: string[]): ModelConfig[] {
  return names.map((name) => ({ provider: 'openrouter', name, model: `test/${name}`, temperature: 0 }))
}

/** A model port that answers from a table of scripts by seat name, and keeps every call it was asked. */
export function scriptedModels(scripts: Record<string, Script>): { askModel: AskModel; calls: ModelCall[] } {
  const calls: ModelCall[] = []
  const askModel: AskModel = async (call) => {
    calls.push(call)
    // As with real models, all of a wave are asked before any of them replies.
    await Promise.resolve()
    const script = scripts[call.seat.name]
    if (script === undefined) throw new Error(`no script for ${call.seat.name}`)
    return replyWith(typeof script === 'function' ? await script(call) : script)
  }
  return { askModel, calls }
}

function replyWith(line: Line): ModelReply {
  if (line instanceof Error) throw line
  return { text: typeof line === 'string' ? line : JSON.stringify(line), ...CALL_COST }
}

/** A script that says one line in each iteration, and the last one from then on. */
export function inTurn(...lines: Script[]): Script {
  return (call) => {
    const line = lines[Math.min(call.iteration, lines.length) - 1]!
    return typeof line === 'function' ? line(call) : line
  }
}

/** A script that goes over to another number each time, naming a claim it was shown, so that the run does not stall. */
export function restless(first: number): Script {
  return ({ brief, iteration }) => {
    const named = brief.phase === 'revision' ? (brief.positions[0]?.claims[0]?.label ?? null) : null
    return { answer: String(first + iteration - 1), verdict: 'amend', refuted_by: named }
  }
}

/** The brief of a call that is known to be a revision. */
export function revisionOf({ brief }: ModelCall): RevisionBrief {
  if (brief.phase !== 'revision') throw new Error(`a revision was expected, not ${brief.phase}`)
  return brief
}

/** The label of the first claim for an answer, as a call's seat was shown it. */
export function claimFor(answer: string, call: ModelCall): string {
  const shown = revisionOf(call).positions.find((position) => position.answer === answer)
  if (shown === undefined) throw new Error(`${call.seat.name} was not shown the answer ${answer}`)
  return shown.claims[0]!.label
}

/** A fixed embedder: texts are close as far as they share words. */
export const embedWords: Embed = async (texts) =>
  texts.map((text) => {
    const vector = new Float32Array(64)
    for (const word of wordsOf(text)) vector[stableHash(word) % 64]! += 1
    const length = Math.hypot(...vector) || 1
    return vector.map((value) => value / length)
  })

interface ScriptedRun {
  result: Promise<Deliberation>
  calls: ModelCall[]
  events: DeliberationEvent[]
  checkpoints: Spiral[]
}

/** A clock that moves only when it is read. */
function steppingClock(): () => number {
  let now = 1_000
  return () => {
    now += 5
    return now
  }
}

interface RunOptions extends Partial<DeliberationRequest> {
  ports?: Partial<DeliberationPorts>
}

/** Runs a deliberation of scripted models, one seat for each script unless models are given. */
export function runScripted(scripts: Record<string, Script>, options: RunOptions = {}): ScriptedRun {
  const { ports, ...request } = options
  const { askModel, calls } = scriptedModels(scripts)
  const events: DeliberationEvent[] = []
  const checkpoints: Spiral[] = []
  const result = deliberate(
    {
      query: 'How many are there?',
      kind: 'closed',
      criteria: null,
      writer: null,
      textChoice: TEXT_CHOICE,
      claimSupport: CLAIM_SUPPORT,
      questionKinds: QUESTION_KINDS,
      models: modelsNamed(Object.keys(scripts)),
      structure: 'sonata',
      maxIterations: 7,
      compose: true,
      agreement: AGREEMENT,
      calibration: CALIBRATION,
      uncalibrated: null,
      votes: null,
      signal: new AbortController().signal,
      deadline: new AbortController().signal,
      checkpoint: null,
      ...request,
    },
    {
      askModel,
      findAnchors: async () => [],
      embed: embedWords,
      readSupport: overlapSupport(),
      now: steppingClock(),
      pause: async () => {},
      onEvent: (event) => events.push(event),
      onCheckpoint: (spiral) => {
        checkpoints.push(spiral)
      },
      ...ports,
    },
  )
  return { result, calls, events, checkpoints }
}
