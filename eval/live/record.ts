// Asks live panels through an OpenAI-compatible endpoint and records every call:
//   npx tsx eval/live/record.ts URL READER [ID …]
// Calls that are recorded already, word for word, are not made again.

import { appendFileSync, existsSync } from 'node:fs'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { AskModel, ModelCall } from '../../src/engine/panel/model-port.ts'
import { replyForm } from '../../src/engine/prompt/reply-form.ts'
import { readJsonLines } from '../json-lines.ts'
import { type LiveCall, LiveQuestion } from './live-question.ts'
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
        const { kind, outcome, shortAnswer, confidence, usage } = await run(question, reader, asking(question))
        console.log(question.id, kind, outcome, JSON.stringify(shortAnswer), confidence, `${usage.calls} calls`)
      } catch (error) {
        console.log(question.id, 'FAILED', error instanceof Error ? error.message : error)
      }
    }),
)

function asking(question: LiveQuestion): AskModel {
  return async (call) => {
    const { brief, iteration, seat, messages } = call
    const phase = brief.phase === 'reading' ? brief.task : brief.phase
    const written = JSON.stringify(messages)
    const earlier = known.find((one) => one.model === seat.model && JSON.stringify(one.messages) === written)
    const reply = earlier?.reply ?? (await post(call))
    const made: LiveCall = { question: question.id, reader: reader!, phase, iteration, model: seat.model, messages, reply }
    const isKept = known.some((one) => one.reader === reader && one.question === question.id && one === earlier)
    if (!isKept) appendFileSync(CALLS, `${JSON.stringify(made)}\n`)
    return { text: reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}

/** Posts a call; with `node:http`, because a reply may take longer than `fetch` waits. */
function post({ seat, messages, brief }: ModelCall): Promise<string> {
  const { schema } = replyForm(brief)
  const format = schema && {
    response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => {
        body += part
      })
      answer.on('end', () => resolve(JSON.parse(body).choices[0].message.content))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ model: seat.model, messages, ...format }))
  })
}
