import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readJsonLines } from '../../json-lines.ts'
import type { LiveCall } from '../live-question.ts'
import type { Searched } from './run-search.ts'
import { readQuestions } from './site/questions.ts'

export const SEARCH_CALLS_FILE = fileURLToPath(new URL('calls.jsonl.gz', import.meta.url))

/** Asked where the models may ask for a search: two that need the web, and three that do not. */
const IN_NEED = ['cve', 'bridge']
const KNOWN = [
  { id: 'capital', query: 'What is the capital of Australia?' },
  { id: 'boil', query: 'Why does water boil at a lower temperature on a mountain?' },
  { id: 'verse', query: 'Write two rhyming lines about a lighthouse.' },
]

/** Asked where the models may ask for a search, and the engine does not answer. */
const IN_VAIN = ['cve', 'bridge', 'mayor', 'metro', 'river']
const OF_TODAY = { id: 'office', query: 'Who is the prime minister of Japan today?' }

/** All questions of the live panels on the made-up web. */
export function readSearched(): Searched[] {
  const all = readQuestions()
  const needing = all.filter(({ id }) => IN_NEED.includes(id))
  return [
    ...all.map(({ id, query }) => ({ id, query, search: 'on' as const })),
    ...[...needing, ...KNOWN].map(({ id, query }) => ({ id: `${id}, auto`, query, search: 'auto' as const })),
    ...[...all.filter(({ id }) => IN_VAIN.includes(id)), OF_TODAY].map(({ id, query }) => ({
      ...{ id: `${id}, in vain`, query },
      ...{ search: 'auto' as const, isDown: true },
    })),
  ]
}

/** Every call that was recorded, with its reply. */
export function readSearchCalls(): LiveCall[] {
  return existsSync(SEARCH_CALLS_FILE) ? readJsonLines(SEARCH_CALLS_FILE) : []
}
