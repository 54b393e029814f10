import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { readJsonLines } from '../json-lines.ts'
import { type LiveCall, LiveQuestion } from './live-question.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Questions with short answers, and those for which whole texts are examined or reviewed. */
export const LIVE_SETS = ['questions', 'texts'] as const
export type LiveSet = (typeof LIVE_SETS)[number]

/** The questions of the live panels. */
export function readLiveQuestions(set: LiveSet = 'questions'): LiveQuestion[] {
  return readJsonLines(fileOf(`${set}.jsonl`)).map((row) => LiveQuestion.parse(row))
}

/** Where the calls are recorded. */
export function callsFile(set: LiveSet): string {
  return fileOf(set === 'questions' ? 'calls.jsonl.gz' : `${set}-calls.jsonl.gz`)
}

/** Every call that live panels were asked, with its reply; none before anything was recorded. */
export function readLiveCalls(set: LiveSet = 'questions'): LiveCall[] {
  return existsSync(callsFile(set)) ? readJsonLines(callsFile(set)) : []
}

/** What a call is about, as it is recorded. */
export function phaseOf({ brief }: Pick<Parameters<AskModel>[0], 'brief'>): string {
  return brief.phase === 'reading' ? brief.task : brief.phase
}

/** A model port that plays the recorded replies of one run back; rejects a prompt that nobody was shown. */
export function playBack(calls: LiveCall[], question: LiveQuestion, reader: string): AskModel {
  const own = calls.filter((call) => call.question === question.id && call.reader === reader)
  return async (call) => {
    const prompt = JSON.stringify(call.messages)
    const made = own.find(
      ({ model, messages }) => model === call.seat.model && JSON.stringify(messages) === prompt,
    )
    if (made === undefined)
      throw new Error(
        `${question.id}: ${call.seat.model} was never shown this ${phaseOf(call)} prompt:\n${prompt}`,
      )
    return { text: made.reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}
