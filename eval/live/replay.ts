import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AskModel, ModelCall } from '../../src/engine/panel/model-port.ts'
import { readJsonLines } from '../json-lines.ts'
import { type LiveCall, LiveQuestion } from './live-question.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * Questions with short answers; those for which whole texts are examined or reviewed; the first once more, asked of two
 * models first or of two models several times; some of the second with high effort; and programs, which are run.
 */
export const LIVE_SETS = ['questions', 'texts', 'staged', 'thorough', 'code'] as const
export type LiveSet = (typeof LIVE_SETS)[number]

/** The questions of the live panels. */
export function readLiveQuestions(set: LiveSet = 'questions'): LiveQuestion[] {
  if (set === 'staged') return stagedQuestions()
  if (set === 'thorough') return thoroughQuestions()
  return readJsonLines(fileOf(`${set}.jsonl`)).map((row) => LiveQuestion.parse(row))
}

const CHEAP = ['model-b', 'model-c']
/** Every so many of those questions is asked for several replies as well. */
const SAMPLED_OF = 5

/** The questions with short answers for three models: two are asked first; of some, two models are asked three times. */
function stagedQuestions(): LiveQuestion[] {
  const closed = readLiveQuestions().filter(({ kind, models }) => kind === 'closed' && models === 3)
  const sampled = closed.filter((_, place) => place % SAMPLED_OF === 0)
  return [
    ...closed.map((question) => ({ ...question, first: CHEAP })),
    ...sampled.map((question) => ({ ...question, id: `${question.id}, sampled`, samples: 3 })),
  ]
}

/** Questions on whose texts five models disputed a point. */
const DISPUTED = ['text-baby-fever', 'text-coffee-table', 'o-python-floats', 'o-aceites-tabla']

function thoroughQuestions(): LiveQuestion[] {
  const disputed = readLiveQuestions('texts').filter(({ id }) => DISPUTED.includes(id))
  return disputed.map((question) => ({ ...question, thorough: true }))
}

/** Which set's calls are part of another one and not recorded again. */
export const BEFORE: Partial<Record<LiveSet, LiveSet>> = { staged: 'questions', thorough: 'texts' }

/** Where the calls are recorded. */
export function callsFile(set: LiveSet): string {
  return fileOf(set === 'questions' ? 'calls.jsonl.gz' : `${set}-calls.jsonl.gz`)
}

/** Every call that live panels were asked, with its reply; none before anything was recorded. */
export function readLiveCalls(set: LiveSet = 'questions'): LiveCall[] {
  const own: LiveCall[] = existsSync(callsFile(set)) ? readJsonLines(callsFile(set)) : []
  const before = BEFORE[set]
  return before === undefined ? own : [...own, ...readLiveCalls(before)]
}

/** What a call is about, as it is recorded. */
export function phaseOf({ brief }: Pick<Parameters<AskModel>[0], 'brief'>): string {
  return brief.phase === 'reading' ? brief.task : brief.phase
}

/** The call that was recorded for the same prompt, and the same one of several replies to it. */
export function madeBefore(calls: LiveCall[], { seat, messages }: ModelCall): LiveCall | undefined {
  const prompt = JSON.stringify(messages)
  return calls.find(
    (one) =>
      one.model === seat.model &&
      one.sample === seat.sample?.number &&
      JSON.stringify(one.messages) === prompt,
  )
}

/** A model port that plays the recorded replies of one run back; rejects a prompt that nobody was shown. */
export function playBack(calls: LiveCall[], question: Pick<LiveQuestion, 'id'>, reader: string): AskModel {
  const id = question.id.replace(/, sampled$/, '')
  const own = calls.filter((call) => call.question.startsWith(id) && call.reader === reader)
  return async (call) => {
    const made = madeBefore(own, call)
    const prompt = JSON.stringify(call.messages)
    if (made === undefined)
      throw new Error(
        `${question.id}: ${call.seat.model} was never shown this ${phaseOf(call)} prompt:\n${prompt}`,
      )
    return { text: made.reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}
