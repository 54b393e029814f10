// Asks live panels through an OpenAI-compatible endpoint and records every call:
//   npm run record-live -- SET URL READER [ID …]
// Calls that are recorded already, word for word, are not made again.

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import type { LiveCall, LiveQuestion } from './live-question.ts'
import { post } from './post.ts'
import {
  BEFORE,
  callsFile,
  LIVE_SETS,
  madeBefore,
  phaseOf,
  readLiveCalls,
  readLiveQuestions,
} from './replay.ts'
import { openLivePanels } from './run-live.ts'

const [named, url, reader, ...wanted] = process.argv.slice(2)
const set = LIVE_SETS.find((one) => one === named)
if (set === undefined || url === undefined || reader === undefined) {
  console.error(`Usage: npm run record-live -- ${LIVE_SETS.join('|')} URL READER [ID …]`)
  process.exit(2)
}
const questions = readLiveQuestions(set).filter(({ id }) => wanted.length === 0 || wanted.includes(id))
const known = readLiveCalls(set)
const made: LiveCall[] = []
const run = await openLivePanels()

await Promise.all(
  questions.map(async (question) => {
    const result = await run(question, reader, asking(question)).catch((error: Error) => error)
    if (result instanceof Error) return console.error(question.id, result.stack)
    const { kind, outcome, shortAnswer, usage } = result
    console.log(question.id, kind, outcome, JSON.stringify(shortAnswer), `${usage.calls} calls`)
  }),
)
const isAsked = (call: LiveCall) => call.reader === reader && questions.some(({ id }) => id === call.question)
const before = BEFORE[set]
const others = new Set(before === undefined ? [] : readLiveCalls(before).map(keyOf))
const lines = [...known.filter((call) => !isAsked(call)), ...made]
  .filter((call) => !others.has(keyOf(call)))
  .map((call) => JSON.stringify(call))
writeFileSync(callsFile(set), gzipSync(`${lines.join('\n')}\n`, { level: 9 }))

/** What makes a call another one than all others. */
function keyOf({ model, sample, messages, reader }: LiveCall): string {
  return JSON.stringify([model, sample, messages, reader])
}

/** A text as the reply to a question of its kind. */
function inBlock(text: string, { kind }: LiveQuestion): string {
  return `${text}\n\n<panel>\n${JSON.stringify({ kind })}\n</panel>`
}

function asking(question: LiveQuestion): AskModel {
  return async (call) => {
    const { iteration, seat, messages } = call
    const phase = phaseOf(call)
    const earlier = madeBefore(known, call)
    const given = phase === 'exposition' ? question.first_texts?.[seat.model] : undefined
    const reply = (given && inBlock(given, question)) ?? earlier?.reply ?? (await post(url!, call))
    made.push({
      question: question.id,
      reader: reader!,
      phase,
      iteration,
      model: seat.model,
      ...(seat.sample && { sample: seat.sample.number }),
      messages,
      reply,
    })
    return { text: reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}
