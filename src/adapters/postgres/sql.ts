import { type Change, type Columns, type Query, type RowOf, type Sql, valuesList } from '../storage/sql.ts'
import type { Postgres } from './postgres.ts'

/** How many rows are inserted at once: a statement takes 65,535 values. */
const ROWS_AT_ONCE = 1_000

/** Runs the statements that PostgreSQL has in common with other databases. */
export function createPostgresSql(postgres: Postgres): Sql {
  return {
    read: <Of extends Columns>({ columns, from }: Query<Of>, values: unknown[]) =>
      postgres.query<RowOf<Of>>(`SELECT ${Object.keys(columns).join(', ')} ${from}`, values),
    async change(...changes) {
      const [first, ...others] = changes.flatMap(statementsOf)
      if (first === undefined) return
      if (others.length === 0) return void (await postgres.change(first.sql, first.values))
      await postgres.transaction(async (queries) => {
        for (const { sql, values } of [first, ...others]) await queries.change(sql, values)
      })
    },
  }
}

/** The statements of a change: one for each row, but rows that are inserted go together. */
export function statementsOf({ sql, rows }: Change): Array<{ sql: string; values: unknown[] }> {
  if (!sql.includes(':rows')) return rows.map((values) => ({ sql, values }))
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )
  return parts.map((some) => ({
    sql: sql.replace(':rows', () => valuesList(some.length, some[0]!.length)),
    values: some.flat(),
  }))
}
