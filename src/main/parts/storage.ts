import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { createDamageReport } from '../../adapters/sqlite/damage.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import { createDelayedWrites } from '../../adapters/sqlite/delayed-writes.ts'
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
import { createOneAtATime } from '../../locks/one-at-a-time.ts'
import type { Runtime } from './runtime.ts'

/** Every store of the service. */
export type Storage = ReturnType<typeof openStorage>

/** Opens the database in DATA_DIR with every store in it. */
export function openStorage({ settings, log, newId, background }: Runtime) {
  // While the service starts, a full disk stops the start with an error of its own.
  let hasStarted = false
  const database = openDatabase(settings.DATA_DIR, (problem) => {
    if (!hasStarted) return
    if (problem === null) log.info({}, 'writes succeed again')
    else log.error({ problem }, 'writes fail and are retried until they succeed')
  })
  const damage = createDamageReport((problem, error) => log.warn({ err: error }, problem))
  const delayed = createDelayedWrites(
    database,
    (error) =>
      log.error({ err: error }, 'cache statistics could not be written; the write will be tried again'),
    damage,
  )
  /** Reports damaged data once per part; passes on every other error. */
  const unlessDamaged = (part: string, onError: (error: unknown) => void) => (error: unknown) => {
    if (!damage.takes(part, error)) onError(error)
  }
  const locks = createSqliteLocks(database)
  const taskEvents = createSqliteTaskEvents(database, damage)
  return {
    /** Opens the past questions with the vectors of this embedding model. */
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
    locks,
    /** Runs background work that no two processes should do at the same time. */
    oneAtATime: createOneAtATime({
      locks,
      wait: (milliseconds, signal) =>
        pause(milliseconds, undefined, { signal: AbortSignal.any([signal, background.signal]), ref: false }),
      newHolder: newId,
      onFault: unlessDamaged('the locks', (error) =>
        log.warn({ err: error }, 'a lock could not be claimed, renewed or released'),
      ),
    }),
    tallies: createSqliteTallyStore(database, delayed, damage),
    tasks: createSqliteTaskStore(database, taskEvents, damage),
    taskProgress: createSqliteTaskProgress(database, taskEvents, damage),
    taskLeases: createSqliteTaskLeases(database, damage),
    taskEvents,
    vectors: createSqliteVectorStore(database, damage),
    reliability: createSqliteReliabilityStore(database),
    unlessDamaged,
    /** What an operator has to fix: sentences for /health. */
    problems: () => [database.storage.problem(), ...damage.problems()].filter((found) => found !== null),
    /** Why nothing can be stored at the moment, as a sentence; null if it can. */
    writeProblem: () => database.storage.problem(),
    /** From now on failing writes are logged. */
    logProblems() {
      hasStarted = true
    },
    close() {
      delayed.close()
      closeDatabase(database)
    },
  }
}
