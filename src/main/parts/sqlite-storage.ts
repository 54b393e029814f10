import { setImmediate } from 'node:timers/promises'
import { createMemoryRateLimiter } from '../../adapters/rate-limiter.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import { openSqlitePastQuestions } from '../../adapters/sqlite/past-questions.ts'
import { createSqliteSql } from '../../adapters/sqlite/sql.ts'
import { openSqliteTasks } from '../../adapters/sqlite/tasks.ts'
import { withoutLock } from '../../vectors/embed-stored.ts'
import type { Runtime } from './runtime.ts'
import { logChanges, openCommonStores, type Storage } from './storage.ts'

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
