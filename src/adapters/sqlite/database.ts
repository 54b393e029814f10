import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { MIGRATIONS } from './migrations.ts'

export type Database = InstanceType<typeof Libsql>

/** Opens the one database file of a data folder, for this process alone, and brings it up to date. */
export function openDatabase(folder: string): Database {
  mkdirSync(folder, { recursive: true })
  const database = new Libsql(join(folder, 'stretto.db'))
  try {
    // Exclusive: two services on one file would both take up the same unfinished tasks and pay for them twice.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA foreign_keys = ON')
    migrate(database, folder)
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Error(
        `Another Stretto is using the data in ${folder}. Stop it, or set DATA_DIR to another folder.`,
        { cause: error },
      )
    }
    throw error
  }
  return database
}

/**
 * Writes everything into the one file and gives it back. Closing alone would not: prepared statements hold the
 * lock until they are collected, and a database in WAL mode cannot leave exclusive locking.
 */
export function closeDatabase(database: Database): void {
  database.exec('PRAGMA journal_mode = DELETE')
  database.exec('PRAGMA locking_mode = NORMAL')
  // The lock goes with the next access.
  database.exec('SELECT COUNT(*) FROM sqlite_master')
  database.close()
}

function migrate(database: Database, folder: string): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > MIGRATIONS.length) {
    throw new Error(
      `The data in ${folder} was written by a newer Stretto. Update this one, or set DATA_DIR to another folder.`,
    )
  }
  for (let next = version; next < MIGRATIONS.length; next++) {
    database.transaction(() => {
      database.exec(MIGRATIONS[next] ?? '')
      database.exec(`PRAGMA user_version = ${next + 1}`)
    })()
  }
}
