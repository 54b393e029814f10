import type { Logger } from 'pino'
import { createDelayedWrites } from '../../adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../adapters/storage/question-pairs.ts'
import { createRunLedger } from '../../adapters/storage/run-ledger.ts'
import type { Sql } from '../../adapters/storage/sql.ts'
import { createTallyStore } from '../../adapters/storage/tally-store.ts'
import { createVectorStore } from '../../adapters/storage/vector-store.ts'
import type { PastQuestions, QuestionPairs, TallyStore } from '../../cache/past-questions.ts'
import type { RunLedger } from '../../consensus/ledger/run-ledger.ts'
import type { RunClaims } from '../../consensus/shared-run/claimed-run.ts'
import type { RateLimiter } from '../../http/middleware/rate-limit.ts'
import type { TaskEvents } from '../../tasks/task-events.ts'
import type { TaskLeases } from '../../tasks/task-leases.ts'
import type { TaskProgress } from '../../tasks/task-progress.ts'
import type { TaskStore } from '../../tasks/task-store.ts'
import type { OneAtATime, VectorStore } from '../../vectors/embed-stored.ts'

/** Every store of the service, whatever it is kept in. */
export interface Storage {
  /** Opens the past questions with the vectors of this embedding model. */
  openPastQuestions(embedder: string): Promise<PastQuestions>
  pairs: QuestionPairs
  tallies: TallyStore
  tasks: { store: TaskStore; progress: TaskProgress; leases: TaskLeases; events: TaskEvents }
  vectors: VectorStore
  ledger: RunLedger
  /** Lets replicas take turns at work that only one of them should do. */
  oneAtATime: OneAtATime
  /** Which replica executes which run; null where one process serves a store. */
  runClaims: RunClaims | null
  /** Counts requests; each API counts its own. */
  createRateLimiter(api: 'edge' | 'local'): RateLimiter
  /** Why nothing can be stored at the moment, as a sentence; null if it can. */
  problem(): string | null
  /** From now on failing writes are logged. */
  logProblems(): void
  close(): Promise<void>
}

/** The stores that both databases keep by the same statements, and what writes to them later. */
export function openCommonStores(sql: Sql, log: Logger) {
  const later = createDelayedWrites(sql, (error) =>
    log.error({ err: error }, 'cache statistics could not be written; the write will be tried again'),
  )
  const stores = {
    pairs: createQuestionPairs(sql, later),
    tallies: createTallyStore(sql, later),
    vectors: createVectorStore(sql),
    ledger: createRunLedger(sql),
  }
  return { later, stores }
}

/** Logs when a store fails and when it can be used again; not while the service starts, which then fails by itself. */
export function logChanges(log: Logger) {
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
