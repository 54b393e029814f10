import { setImmediate } from 'node:timers/promises'
import { createMemoryRateLimiter } from '../../adapters/rate-limiter/memory-rate-limiter.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import { createSqliteSql } from '../../adapters/sqlite/sql.ts'
import { createSqliteLocks } from '../../adapters/sqlite/stores/locks.ts'
import { openSqlitePastQuestions } from '../../adapters/sqlite/stores/past-questions/past-questions.ts'
import { openSqliteTasks } from '../../adapters/sqlite/stores/tasks/tasks.ts'
import { createDamageReport } from '../../adapters/storage/damage.ts'
import { createDelayedWrites } from '../../adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../adapters/storage/question-pairs.ts'
import { createReliabilityStore } from '../../adapters/storage/reliability-store.ts'
import { createTallyStore } from '../../adapters/storage/tally-store.ts'
import { createVectorStore } from '../../adapters/storage/vector-store.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** Opens the database in DATA_DIR with every store in it. */
export function openSqliteStorage({ settings, log, now }: Runtime): Storage {
  // While the service starts, a full disk stops the start with an error of its own.
  let hasStarted = false
  const database = openDatabase(settings.DATA_DIR, (problem) => {
    if (!hasStarted) return
    if (problem === null) log.info({}, 'writes succeed again')
    else log.error({ problem }, 'writes fail and are retried until they succeed')
  })
  const damage = createDamageReport((problem, error) => log.warn({ err: error }, problem))
  const sql = createSqliteSql(database, damage)
  const delayed = createDelayedWrites(sql, (error) =>
    log.error({ err: error }, 'cache statistics could not be written; the write will be tried again'),
  )
  const unlessDamaged = (part: string, onError: (error: unknown) => void) => (error: unknown) => {
    if (!damage.takes(part, error)) onError(error)
  }
  const tasks = openSqliteTasks(database, sql)
  return {
    openPastQuestions: (embedder: string) =>
      openSqlitePastQuestions({
        database,
        sql,
        later: delayed,
        embedder,
        mostQuestions: settings.CACHE_MAX_ENTRIES,
        rest: setImmediate,
      }),
    pairs: createQuestionPairs(sql, delayed),
    locks: createSqliteLocks(database),
    createRateLimiter: () => createMemoryRateLimiter(now),
    tallies: createTallyStore(sql, delayed),
    tasks: tasks.store,
    taskProgress: tasks.progress,
    taskLeases: tasks.leases,
    taskEvents: tasks.events,
    vectors: createVectorStore(sql),
    reliability: createReliabilityStore(sql),
    unlessDamaged,
    problems: () => [database.storage.problem(), ...damage.problems()].filter((found) => found !== null),
    writeProblem: () => database.storage.problem(),
    logProblems() {
      hasStarted = true
    },
    async close() {
      await delayed.close()
      closeDatabase(database)
    },
  }
}
