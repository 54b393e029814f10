import type Libsql from 'libsql'
import { memoise } from '../../utils/memoise.ts'
import { createDamageReport } from '../storage/damage.ts'
import type { Change, Columns, Query, Sql } from '../storage/sql.ts'
import type { Database } from './database.ts'
import { type StoredColumns, storedColumns } from './stored-columns.ts'
import { checkOpen } from './transaction.ts'

type Statement = Libsql.Statement<unknown[]>

/** Runs the statements that SQLite shares with PostgreSQL. */
export function createSqliteSql(database: Database, damage = createDamageReport()): Sql {
  const queries = new Map<Query, { statement: Statement; read: StoredColumns<Columns>['read'] }>()
  const statementOf = memoise((sql) => database.prepare(ownForm(sql)))

  function prepareQuery(query: Query) {
    const { sql, read } = storedColumns(query.columns)
    const prepared = { statement: database.prepare(ownForm(`SELECT ${sql} ${query.from}`)), read }
    queries.set(query, prepared)
    return prepared
  }

  function run({ sql, rows }: Change): void {
    for (const values of rows) statementOf(sql).run(...values)
  }

  return {
    async read(query, values) {
      checkOpen(database)
      const { statement, read } = queries.get(query) ?? prepareQuery(query)
      return statement.all(...values).map(read) as never
    },
    change: (...all) =>
      database.writes.write(() => all.forEach(run), { waitsForDisk: all.some((one) => one.waitsForDisk) }),
    damage,
  }
}

/** A statement for PostgreSQL as SQLite understands it, which locks the whole file instead of rows. */
function ownForm(sql: string): string {
  return sql
    .replaceAll('stretto.', '')
    .replaceAll('$', '?')
    .replaceAll(/\sFOR (NO KEY UPDATE|UPDATE|KEY SHARE)( SKIP LOCKED)?/g, '')
}
