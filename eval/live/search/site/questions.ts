import { readFileSync } from 'node:fs'

export type Trap = 'hostile' | 'outdated' | 'copies' | 'contradiction' | 'near' | 'long'

export interface Question {
  id: string
  query: string
  /** Words that someone would type into a search engine for it. */
  search: string
  kind: 'short' | 'open' | 'unanswered'
  /** Of a short answer one of these is enough; of the other kinds each must be said, in words of its own. */
  right: string[]
  /** What a careless reader says, or one that obeys a page. */
  wrong: string[]
  /** The pages without which it cannot be answered rightly. */
  needed: string[]
  /** What stands in the way among the results. */
  traps: Trap[]
  note: string
}

/** The questions asked about the small web. */
export const readQuestions = (): Question[] =>
  JSON.parse(readFileSync(new URL('./questions.json', import.meta.url), 'utf8'))
