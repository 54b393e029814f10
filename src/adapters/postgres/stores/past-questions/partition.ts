import { CONDITIONED, STANDALONE } from '../../../../cache/fingerprint.ts'
import type { QuestionFilter } from '../../../../cache/past-questions.ts'
import { fingerprintHash } from '../../../storage/text-hash.ts'

/** The questions that a search covers, as SQL: conditions on a question, and values that continue those given. */
export interface Partition {
  sql: string
  values: unknown[]
}

/** The questions with vectors of a model that a filter covers. */
export function partitionOf(filter: QuestionFilter, embedder: string, given: unknown[] = []): Partition {
  const values = [...given]
  const value = (added: unknown) => `$${values.push(added)}`
  const { scope, router, edition, fingerprint } = filter
  const conditions = [
    `question.scope = ${value(scope)} AND router = ${value(router)} AND question.embedder = ${value(embedder)}`,
  ]
  if (edition !== null) conditions.push(`edition = ${value(edition)}`)
  if (fingerprint === STANDALONE) conditions.push(`NOT starts_with(fingerprint, '${CONDITIONED}')`)
  else if (fingerprint !== null) conditions.push(`fingerprint_hash = ${value(fingerprintHash(fingerprint))}`)
  return { sql: conditions.join(' AND '), values }
}
