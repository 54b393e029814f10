import { createDelayedWrites } from './delayed-writes.ts'
import { createQuestionPairs } from './question-pairs.ts'
import { createResponseStore } from './response-store.ts'
import { createRunLedger } from './run-ledger.ts'
import type { Sql } from './sql.ts'
import { createTallyStore } from './tally-store.ts'
import { createVectorStore } from './vector-store.ts'

/** Where stores tell of their troubles. */
export type StoreLog = Record<'info' | 'error', (context: object, message: string) => void>

/** The stores that all databases keep by the same statements, and what writes to them later. */
export function openCommonStores(sql: Sql, log: StoreLog) {
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

/** Logs when a store fails and when it can be used again; not while the service starts, which then fails by itself. */
export function logChanges(log: StoreLog) {
  let hasStarted = false
  return {
    onChange(problem: string | null) {
      if (!hasStarted) return
      if (problem === null) log.info({}, 'a store can be used again')
      else log.error({ problem }, 'a store cannot be used; it is tried again until it can')
    },
    logProblems() {
      hasStarted = true
    },
  }
}
