import Libsql from 'libsql'

export interface Session {
  /** Runs statements, and tells whether the database took them. */
  accepts: (sql: string) => boolean
  rows: (sql: string, ...bound: unknown[]) => unknown[][]
}

/** Tries something in a new database that is then thrown away. */
export function inDatabase(setup: string, holds: (session: Session) => boolean): boolean {
  const database = new Libsql(':memory:')
  try {
    database.exec(setup)
    return holds({
      accepts: (sql) => {
        try {
          database.exec(sql)
          return true
        } catch {
          return false
        }
      },
      rows: (sql, ...bound) =>
        database
          .prepare(sql)
          .raw()
          .all(...bound) as unknown[][],
    })
  } finally {
    database.close()
  }
}
