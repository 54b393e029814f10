import textChoice from '../../../data/text-choice.json'
import type { ModelConfig } from '../../../src/contract/panel.ts'
import type { Calibration } from '../../../src/engine/conclude/confidence.ts'
import { deliberate } from '../../../src/engine/deliberate.ts'
import type {
  Deliberation,
  DeliberationEvent,
  DeliberationPorts,
  DeliberationRequest,
  Spiral,
} from '../../../src/engine/deliberation.ts'
import type { Embed } from '../../../src/engine/measure/text-features.ts'
import type { BriefNamed, ReadingBrief } from '../../../src/engine/panel/brief.ts'
import type { AskModel, ModelCall, ModelReply } from '../../../src/engine/panel/model-port.ts'
import { wordsOf } from '../../../src/language/words.ts'
import { stableHash } from '../../../src/utils/stable-hash.ts'

/** A reply to a closed question: the short answer, in the block, after some words. */
export interface ClosedReply {
  answer: string
  text?: string
}

/** Rulings on the answers on the table, as JSON. */
export interface RulingFields {
  reasoning?: string
  rulings: Array<{ label: string; verdict: string; why?: string }>
  answer?: string
  new_answer?: string
  changed_because?: string
}

/** A text that breaks off at the token limit. */
interface CutReply {
  cut: string
}

/** Calls of tools, with some words. */
interface CallReply {
  calls: Array<{ name: string; arguments: string; id?: string }>
  text?: string
}

/** What a scripted model replies: an answer, rulings, calls, any text, one that breaks off, or a failure. */
export type Line = ClosedReply | RulingFields | CutReply | CallReply | string | Error

/** A scripted model: always the same line, or one that depends on the call. */
export type Script = Line | ((call: ModelCall) => Line | Promise<Line>)

/** What a scripted reader replies to a reading. */
export type Reader = (brief: ReadingBrief, call: ModelCall) => Line | Promise<Line>

/** What every scripted call costs. */
export const CALL_COST = { latencyMs: 8, promptTokens: 100, completionTokens: 20, costUsd: 0.25 }

/** A made-up calibration, in which support always helps. */
export const CALIBRATION: Calibration = {
  version: 'test',
  fitted: 'made up',
  constant: -3,
  weights: { share: 4, voices: 1, choices: -0.5, rival: -0.8, silent: -1 },
  compatible: 0.5,
  persuaded: 0.25,
  families: [],
  strangers: 1,
  highest: 0.94,
  questions: 10,
  sets: 'numbers',
  weighed: { constant: 0, slope: 1 },
  calls: { constant: -2, weights: { share: 4, voices: 1 }, highest: 0.9 },
  // The share as it is.
  facts: { constant: 0, slope: 1, points: 10 },
  code: { constant: -1, weights: { share: 2, voices: 0.7, passed: 1, failed: -1 }, highest: 0.95 },
}

/** The choice among texts that comes with the service. */
export const TEXT_CHOICE = textChoice as DeliberationRequest['textChoice']

/** Models named as told, one for each name. */
export function modelsNamed(names: string[]): ModelConfig[] {
  return names.map((name) => ({ provider: 'openrouter', name, model: `test/${name}`, temperature: 0 }))
}

/** A model port that answers from a table of scripts by seat name, and keeps every call it was asked. */
export function scriptedModels(
  scripts: Record<string, Script>,
  reads: Reader = readsHonestly,
): { askModel: AskModel; calls: ModelCall[] } {
  const calls: ModelCall[] = []
  const askModel: AskModel = async (call) => {
    calls.push(call)
    // As with real models, all of a wave are asked before any of them replies.
    await Promise.resolve()
    if (call.brief.phase === 'reading') return replyWith(await reads(call.brief, call))
    const script = scripts[call.seat.name]
    if (script === undefined) throw new Error(`no script for ${call.seat.name}`)
    return replyWith(typeof script === 'function' ? await script(call) : script)
  }
  return { askModel, calls }
}

function replyWith(line: Line): ModelReply {
  if (line instanceof Error) throw line
  if (typeof line === 'object' && 'cut' in line) return { text: line.cut, isCut: true, ...CALL_COST }
  if (typeof line === 'object' && 'calls' in line) {
    const toolCalls = line.calls.map((call, place) => ({ id: `call-${place}`, ...call }))
    return { text: line.text ?? '', toolCalls, ...CALL_COST }
  }
  return { text: typeof line === 'string' ? line : inForm(line), ...CALL_COST }
}

function inForm(line: ClosedReply | RulingFields): string {
  if ('rulings' in line) return JSON.stringify({ answer: '', new_answer: '', changed_because: '', ...line })
  return inBlock(line.answer, line.text)
}

/** A reply to a closed question in the form that seats are asked for. */
export function inBlock(answer: string, text = `I looked it up: ${answer}.`): string {
  return `${text}\n\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`
}

/** A reader that puts replies with the same short answer into one group and finds no axiom contrary. */
const readsHonestly: Reader = (brief) => readsAs((answer) => answer.toLowerCase())(brief, {} as ModelCall)

/** A reader for which answers are the same that have the same meaning. */
export function readsAs(
  meaning: (answer: string) => string,
  compatible: Array<[number, number]> = [],
): Reader {
  return (brief) => {
    if (brief.task === 'compare-axioms')
      return JSON.stringify({ relations: brief.anchors.map(({ id }) => ({ id, relation: 'unrelated' })) })
    if (brief.task !== 'group-answers') return 'no idea'
    const groups = new Map<string, string[]>()
    for (const { label, answer, text } of brief.replies) {
      const key = meaning(answer ?? text)
      groups.set(key, [...(groups.get(key) ?? []), label])
    }
    const answers = brief.replies.map(({ label, answer, text }) => ({ label, answer: answer ?? text }))
    return JSON.stringify({ answers, groups: [...groups.values()], compatible })
  }
}

/** A script that says one line in each iteration, and the last one from then on. */
export function inTurn(...lines: Script[]): Script {
  return (call) => {
    const line = lines[Math.min(call.iteration, lines.length) - 1]!
    return typeof line === 'function' ? line(call) : line
  }
}

/** A seat that gives an answer and keeps it: of each answer on the table it says what it is told to, wrong by default. */
export function keeps(
  answer: string,
  verdictOn: (other: string) => string = () => 'wrong',
  text?: string,
): Script {
  return (call) => {
    if (call.brief.phase === 'exposition') return { answer, ...(text !== undefined && { text }) }
    const { answers, own } = revisionOf(call)
    return {
      reasoning: 'I checked again.',
      rulings: answers.map(({ label, answer: other }) => {
        const verdict = label === own ? 'right' : verdictOn(other)
        return { label, verdict, why: verdict === 'right' ? '' : `“${other}” does not follow` }
      }),
      answer: own ?? '',
    }
  }
}

/** A seat that gives an answer and goes over to another one that is on the table, from an iteration on. */
export function yieldsTo(
  first: string,
  second: string,
  { from = 2, because = 'It was refuted.' } = {},
): Script {
  return (call) => {
    if (call.brief.phase === 'exposition') return { answer: first }
    if (call.iteration < from) return (keeps(first) as (call: ModelCall) => Line)(call)
    const { answers } = revisionOf(call)
    const wanted = labelOf(second, call)
    return {
      reasoning: 'I was wrong.',
      rulings: answers.map(({ label }) => ({
        label,
        verdict: label === wanted ? 'right' : 'wrong',
        why: 'no',
      })),
      answer: wanted,
      changed_because: because,
    }
  }
}

/** A script that comes up with another number each time, so that the run does not stall. */
export function restless(first: number): Script {
  return ({ brief, iteration }) => {
    const answer = String(first + iteration - 1)
    if (brief.phase === 'exposition') return { answer }
    const { answers } = brief as BriefNamed<'revision'>
    return {
      rulings: answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'no' })),
      new_answer: answer,
      changed_because: 'I counted again.',
    }
  }
}

/** The brief of a call that is known to be a revision. */
export function revisionOf({ brief }: ModelCall): BriefNamed<'revision'> {
  if (brief.phase !== 'revision') throw new Error(`a revision was expected, not ${brief.phase}`)
  return brief
}

/** The label of an answer, as a call's seat was shown it. */
export function labelOf(answer: string, call: ModelCall): string {
  const shown = revisionOf(call).answers.find((one) => one.answer === answer)
  if (shown === undefined) throw new Error(`${call.seat.name} was not shown the answer ${answer}`)
  return shown.label
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
  /** How a reader reads; honestly unless told otherwise. */
  reads?: Reader
  ports?: Partial<DeliberationPorts>
}

/** Runs a deliberation of scripted models, one seat for each script unless models are given. */
export function runScripted(scripts: Record<string, Script>, options: RunOptions = {}): ScriptedRun {
  const { ports, reads, ...request } = options
  const { askModel, calls } = scriptedModels(scripts, reads)
  const events: DeliberationEvent[] = []
  const checkpoints: Spiral[] = []
  const result = deliberate(
    {
      query: 'How many are there?',
      kind: 'closed',
      criteria: null,
      writer: null,
      reader: null,
      textChoice: TEXT_CHOICE,
      models: modelsNamed(Object.keys(scripts)),
      structure: 'sonata',
      maxIterations: 7,
      calibration: CALIBRATION,
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
