import type { DamageReport } from '../storage/damage.ts'
import type { Connection } from './database.ts'

interface Reading<Row> {
  database: Connection
  table: string
  /** SQL of the columns to read. */
  columns: string
  read: (row: unknown) => Row
  /** The name of the data in damage reports. */
  part: string
  damage: DamageReport
}

/**
 * The numbers of the rows of a table, also of those that cannot be read: collected through every index and from both
 * ends of the table, each as far as it can be read.
 */
export function rowNumbers({
  database,
  table,
  part,
  damage,
}: Pick<Reading<unknown>, 'database' | 'table' | 'part' | 'damage'>): number[] {
  const ways = ['', 'NOT INDEXED ORDER BY rowid', 'NOT INDEXED ORDER BY rowid DESC'].map(
    (way) => `SELECT rowid AS number FROM ${table} ${way}`,
  )
  const numbers = new Set<number>()
  const follow = (way: string) => {
    for (const row of database.prepare(way).iterate()) numbers.add((row as { number: number }).number)
  }
  for (const way of ways) damage.around(part, () => follow(way), undefined)
  return [...numbers].sort((left, right) => left - right)
}

/** A row of a table; undefined if there is none. Not by `get`, which goes on failing once it has met damage. */
export function rowAt(
  database: Connection,
  { table, columns, number }: { table: string; columns: string; number: number },
): unknown {
  return database.prepare(`SELECT ${columns} FROM ${table} WHERE rowid = ?`).all(number)[0]
}

/** The readable rows of a table, one by one, skipping the others. */
export function readableRows<Row>(reading: Reading<Row>): Row[] {
  const { database, table, columns, read, part, damage } = reading
  return rowNumbers(reading).flatMap((number) =>
    damage.around(part, () => {
      const row = rowAt(database, { table, columns, number })
      return row === undefined ? [] : [read(row)]
    }, []),
  )
}
