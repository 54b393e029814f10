import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createMemoryRateLimiter } from '../../adapters/rate-limiter.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import { openSqlitePastQuestions } from '../../adapters/sqlite/past-questions.ts'
import { createSqliteSql } from '../../adapters/sqlite/sql.ts'
import { openSqliteTasks } from '../../adapters/sqlite/tasks.ts'
import { createDelayedWrites } from '../../adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../adapters/storage/question-pairs.ts'
import { createResponseStore } from '../../adapters/storage/response-store.ts'
import { createRunLedger } from '../../adapters/storage/run-ledger.ts'
import type { Sql } from '../../adapters/storage/sql.ts'
import { createTallyStore } from '../../adapters/storage/tally-store.ts'
import { createVectorStore } from '../../adapters/storage/vector-store.ts'
import type { PastQuestions } from '../../cache/past-questions.ts'
import type { RunClaims } from '../../consensus/shared-run/claimed-run.ts'
import type { RateLimiter } from '../../http/middleware/rate-limit.ts'
import type { TaskEvents, TaskLeases, TaskProgress, TaskStore } from '../../tasks/task-ports.ts'
import { type OneAtATime, withoutLock } from '../../vectors/embed-stored.ts'
import type { Runtime } from './runtime.ts'

export interface Storage extends CommonStores {
  openPastQuestions(embedder: string): Promise<PastQuestions>
  tasks: { store: TaskStore; progress: TaskProgress; leases: TaskLeases; events: TaskEvents }
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

/** Opens the database in DATA_DIR with every store in it; this process is the only one that does. */
export function openSqliteStorage({ settings, log, now }: Runtime): Storage {
  const { onChange, logProblems } = logChanges(log)
  const database = openDatabase(settings.DATA_DIR, onChange)
  const sql = createSqliteSql(database)
  const { later, stores } = openCommonStores(sql, log)
  const tasks = openSqliteTasks(database, sql)
  return {
    ...stores,
    openPastQuestions: (embedder: string) =>
      openSqlitePastQuestions({
        database,
        sql,
        later,
        embedder,
        mostQuestions: settings.CACHE_MAX_ENTRIES,
        rest: setImmediate,
      }),
    oneAtATime: withoutLock,
    runClaims: null,
    createRateLimiter: () => createMemoryRateLimiter(now),
    tasks,
    problem: database.storage.problem,
    logProblems,
    async close() {
      await later.close()
      closeDatabase(database)
      tasks.close()
    },
  }
}

type CommonStores = ReturnType<typeof openCommonStores>['stores']

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
    responses: createResponseStore(sql),
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
