import { setImmediate } from 'node:timers/promises'
import { createMemoryRateLimiter } from '../../adapters/rate-limiter/memory-counter.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import { createSqliteSql } from '../../adapters/sqlite/sql.ts'
import { openSqlitePastQuestions } from '../../adapters/sqlite/stores/past-questions/past-questions.ts'
import { openSqliteTasks } from '../../adapters/sqlite/stores/tasks/tasks.ts'
import { createDamageReport } from '../../adapters/storage/damage.ts'
import { withoutLock } from '../../vectors/embed-stored.ts'
import type { Runtime } from './runtime.ts'
import { logChanges, openCommonStores, type Storage } from './storage.ts'

/** Opens the database in DATA_DIR with every store in it. */
export function openSqliteStorage({ settings, log, now }: Runtime): Storage {
  const { onChange, logProblems } = logChanges(log)
  const database = openDatabase(settings.DATA_DIR, onChange)
  const damage = createDamageReport((problem, error) => log.warn({ err: error }, problem))
  const sql = createSqliteSql(database, damage)
  const { later, stores } = openCommonStores(sql, log)
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
    createRateLimiter: () => createMemoryRateLimiter(now),
    tasks: openSqliteTasks(database, sql),
    problems: () => [database.storage.problem(), ...damage.problems()].filter((found) => found !== null),
    writeProblem: () => database.storage.problem(),
    logProblems,
    async close() {
      await later.close()
      closeDatabase(database)
    },
  }
}
