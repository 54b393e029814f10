import { withoutLock } from '../../vectors/embed-stored.ts'
import { openCommonStores, type StoreLog } from '../storage/common-stores.ts'
import { openSqlitePastQuestions } from './past-questions.ts'
import { createSqliteSql, type SqliteDatabase } from './sql.ts'
import { openSqliteTasks } from './tasks.ts'

export interface StoreParts {
  log: StoreLog
  mostQuestions: number
}

/** Opens every store on a database of SQLite, which nobody else has open. */
export function openSqliteStores(database: SqliteDatabase, { log, mostQuestions }: StoreParts) {
  const sql = createSqliteSql(database)
  const { later, stores } = openCommonStores(sql, log)
  const tasks = openSqliteTasks(database, sql)
  return {
    ...stores,
    sql,
    openPastQuestions: (embedder: string) =>
      openSqlitePastQuestions({ database, sql, later, embedder, mostQuestions }),
    tasks,
    oneAtATime: withoutLock,
    runClaims: null,
    /** Writes what is left, and then lets the database be closed. */
    async close(closeDatabase: () => void) {
      await later.close()
      closeDatabase()
      tasks.close()
    },
  }
}
