import { StorageError } from '../../contract/storage-error.ts'
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

/** Told why nothing can be stored, as a sentence, and null once something can again. */
export type OnStorageChange = (problem: string | null) => void

/** Remembers whether a database fails for its own sake, which `reasonOf` tells of an error; null for one of another kind. */
export function watchFaults(
  reasonOf: (error: unknown) => string | null,
  onChange: OnStorageChange = () => {},
) {
  let problem: string | null = null
  function change(next: string | null): void {
    if (next === problem) return
    problem = next
    onChange(next)
  }
  return {
    /** Why nothing can be stored at the moment, as a sentence; null if it can. */
    problem: () => problem,
    succeeded: () => change(null),
    /** Records a failure; returns a StorageError if the database is the cause, otherwise the error itself. */
    failed(error: unknown): unknown {
      const reason = error instanceof StorageError ? error.reason : reasonOf(error)
      if (reason === null) return error
      change(`Data cannot be stored: ${reason}.`)
      return error instanceof StorageError ? error : new StorageError(reason, error)
    },
  }
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
