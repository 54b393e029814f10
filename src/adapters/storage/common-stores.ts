import { createDelayedWrites } from './delayed-writes.ts'
import { createQuestionPairs } from './question-pairs.ts'
import { createResponseStore } from './response-store.ts'
import { createRunLedger } from './run-ledger.ts'
import type { Sql } from './sql.ts'
import { createTallyStore } from './tally-store.ts'
import { createVectorStore } from './vector-store.ts'

/** The stores that all databases keep by the same statements, and what writes to them later. */
export function openCommonStores(sql: Sql, log: { error(context: object, message: string): void }) {
  const later = createDelayedWrites(sql, (error) =>
    log.error({ err: error }, 'cache statistics could not be written; the write will be tried again'),
  )
  const stores = {
    pairs: createQuestionPairs(sql, later),
    tallies: createTallyStore(sql, later),
    vectors: createVectorStore(sql),
    ledger: createRunLedger(sql),
    responses: createResponseStore(sql),
  }
  return { later, stores }
}
