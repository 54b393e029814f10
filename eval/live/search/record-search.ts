// Asks live panels on a made-up web through an OpenAI-compatible endpoint and records every call:
//   npm run record-live-search -- URL FILE [ID …]
// Calls that are recorded already, word for word, are not made again. FILE gets the results, to be read.

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AskModel } from '../../../src/engine/panel/model-port.ts'
import type { LiveCall } from '../live-question.ts'
import { post } from '../post.ts'
import { madeBefore, phaseOf } from '../replay.ts'
import { openSearchPanels } from './run-search.ts'
import { readSearchCalls, readSearched, SEARCH_CALLS_FILE } from './searched.ts'

const [url, file, ...wanted] = process.argv.slice(2)
if (url === undefined || file === undefined) {
  console.error('Usage: npm run record-live-search -- URL FILE [ID …]')
  process.exit(2)
}
const questions = readSearched().filter(({ id }) => wanted.length === 0 || wanted.includes(id))
const known = readSearchCalls()
const made: LiveCall[] = []
const panels = await openSearchPanels()
const results = await Promise.all(
  questions.map(async (question) => {
    const { id } = question
    const result = await panels.run(question, asking(id)).catch((error: Error) => ({ failed: error.stack }))
    console.log(id, 'failed' in result ? result.failed : JSON.stringify(result.shortAnswer))
    return { id, query: question.query, result }
  }),
)
writeFileSync(file, JSON.stringify(results, null, 1))
// Another process may have recorded other questions meanwhile.
const asked = new Set(questions.map(({ id }) => id))
const lines = [...readSearchCalls().filter(({ question }) => !asked.has(question)), ...made].map((call) =>
  JSON.stringify(call),
)
writeFileSync(SEARCH_CALLS_FILE, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
await panels.close()

function asking(question: string): AskModel {
  return async (call) => {
    const { iteration, seat, messages } = call
    const reply = madeBefore(known, call)?.reply ?? (await post(url!, call))
    made.push({ question, reader: '', phase: phaseOf(call), iteration, model: seat.model, messages, reply })
    return { text: reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}
