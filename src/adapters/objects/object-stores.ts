import type { DurableObjectStorage } from '@cloudflare/workers-types'
import { migrationsAfter, taskMigrationsAfter } from '../sqlite/migrations.ts'
import { openSqliteStores, type StoreParts } from '../sqlite/stores.ts'
import { logChanges } from '../storage/common-stores.ts'
import { openObjectDatabase } from './object-database.ts'

/** Opens every store on the database of a Durable Object. Tasks that an earlier instance of it held are free. */
export function openObjectStores(
  storage: DurableObjectStorage,
  parts: StoreParts,
  migrations = migrationsAfter,
) {
  const { onChange, logProblems } = logChanges(parts.log)
  const database = openObjectDatabase(storage, onChange, migrations)
  const { later, ...stores } = openSqliteStores(database, parts)
  return {
    ...stores,
    problem: database.problem,
    logProblems,
    async close() {
      await later.close()
      database.close()
      stores.tasks.close()
    },
  }
}

/** Opens those of tasks alone: every table that an object makes is charged. */
export const openObjectTasks = (storage: DurableObjectStorage, log: StoreParts['log']) =>
  openObjectStores(storage, { log, mostQuestions: 0 }, taskMigrationsAfter).tasks
