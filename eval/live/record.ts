// Asks live panels through an OpenAI-compatible endpoint and records every call:
//   npx tsx eval/live/record.ts URL READER [ID …]
// Calls that are recorded already, word for word, are not made again.

import { appendFileSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { readJsonLines } from '../json-lines.ts'
import { type LiveCall, LiveQuestion } from './live-question.ts'
import { post } from './post.ts'
import { phaseOf } from './replay.ts'
import { openLivePanels } from './run-live.ts'

const [url, reader, ...wanted] = process.argv.slice(2)
if (url === undefined || reader === undefined) {
  console.error('Usage: npx tsx eval/live/record.ts URL READER [ID …]')
  process.exit(2)
}
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const CALLS = fileOf('calls.jsonl')
const questions = readJsonLines(fileOf('questions.jsonl')).map((row) => LiveQuestion.parse(row))
const known = existsSync(CALLS) ? readJsonLines<LiveCall>(CALLS) : []
const run = await openLivePanels()

await Promise.all(
  questions
    .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    .map(async (question) => {
      try {
        const { kind, outcome, shortAnswer, confidence, usage } = await run(
          question,
          reader,
          asking(question),
        )
        console.log(
          question.id,
          kind,
          outcome,
          JSON.stringify(shortAnswer),
          confidence,
          `${usage.calls} calls`,
        )
      } catch (error) {
        console.log(question.id, 'FAILED', error instanceof Error ? error.message : error)
      }
    }),
)

function asking(question: LiveQuestion): AskModel {
  return async (call) => {
    const { iteration, seat, messages } = call
    const phase = phaseOf(call)
    const written = JSON.stringify(messages)
    const earlier = known.find((one) => one.model === seat.model && JSON.stringify(one.messages) === written)
    const reply = earlier?.reply ?? (await post(url!, call))
    const made: LiveCall = {
      question: question.id,
      reader: reader!,
      phase,
      iteration,
      model: seat.model,
      messages,
      reply,
    }
    const isKept = known.some(
      (one) => one.reader === reader && one.question === question.id && one === earlier,
    )
    if (!isKept) appendFileSync(CALLS, `${JSON.stringify(made)}\n`)
    return { text: reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}
