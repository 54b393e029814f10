import { join } from 'node:path'
import Libsql from 'libsql'
import type { Connection } from '../../src/adapters/sqlite/database.ts'

/** Does something with the database of a service that is stopped. */
export function inDatabase<Result>(folder: string, work: (database: Connection) => Result): Result {
  const database = new Libsql(join(folder, 'stretto.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}
