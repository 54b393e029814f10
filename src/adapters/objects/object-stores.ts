import type { DurableObjectStorage } from '@cloudflare/workers-types'
import { openSqliteStores, type StoreParts } from '../sqlite/stores.ts'
import { logChanges } from '../storage/common-stores.ts'
import { openObjectDatabase } from './object-database.ts'

/** Opens every store on the database of a Durable Object. Tasks that an earlier instance of it held are free. */
export function openObjectStores(storage: DurableObjectStorage, parts: StoreParts) {
  const { onChange, logProblems } = logChanges(parts.log)
  const database = openObjectDatabase(storage, onChange)
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
