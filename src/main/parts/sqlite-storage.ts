import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createMemoryRateLimiter } from '../../adapters/rate-limiter/memory-rate-limiter.ts'
import { createDamageReport } from '../../adapters/sqlite/damage.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import { createSqliteDelayedWrites } from '../../adapters/sqlite/delayed-writes.ts'
import { createSqliteLocks } from '../../adapters/sqlite/stores/locks.ts'
import { openSqlitePastQuestions } from '../../adapters/sqlite/stores/past-questions/past-questions.ts'
import { createSqliteQuestionPairs } from '../../adapters/sqlite/stores/question-pairs.ts'
import { createSqliteReliabilityStore } from '../../adapters/sqlite/stores/reliability-store.ts'
import { createSqliteTallyStore } from '../../adapters/sqlite/stores/tally-store.ts'
import { createSqliteTaskEvents } from '../../adapters/sqlite/stores/tasks/task-events.ts'
import { createSqliteTaskLeases } from '../../adapters/sqlite/stores/tasks/task-leases.ts'
import { createSqliteTaskProgress } from '../../adapters/sqlite/stores/tasks/task-progress.ts'
import { createSqliteTaskStore } from '../../adapters/sqlite/stores/tasks/task-store.ts'
import { createSqliteVectorStore } from '../../adapters/sqlite/stores/vector-store.ts'
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
  const delayed = createSqliteDelayedWrites(
    database,
    (error) =>
      log.error({ err: error }, 'cache statistics could not be written; the write will be tried again'),
    damage,
  )
  const unlessDamaged = (part: string, onError: (error: unknown) => void) => (error: unknown) => {
    if (!damage.takes(part, error)) onError(error)
  }
  // Earlier versions kept files of the index, which nothing reads any more.
  rmSync(join(settings.DATA_DIR, 'index'), { recursive: true, force: true })
  const taskEvents = createSqliteTaskEvents(database, damage)
  return {
    openPastQuestions: (embedder: string) =>
      openSqlitePastQuestions({
        database,
        later: delayed,
        damage,
        embedder,
        mostQuestions: settings.CACHE_MAX_ENTRIES,
        rest: setImmediate,
      }),
    pairs: createSqliteQuestionPairs(database, delayed, damage),
    locks: createSqliteLocks(database),
    createRateLimiter: () => createMemoryRateLimiter(now),
    tallies: createSqliteTallyStore(database, delayed, damage),
    tasks: createSqliteTaskStore(database, taskEvents, damage),
    taskProgress: createSqliteTaskProgress(database, taskEvents, damage),
    taskLeases: createSqliteTaskLeases(database, damage),
    taskEvents,
    vectors: createSqliteVectorStore(database, damage),
    reliability: createSqliteReliabilityStore(database),
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
