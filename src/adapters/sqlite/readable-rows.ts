import type { DamageReport } from '../storage/damage.ts'
import type { Database } from './database.ts'

interface Reading<Row> {
  database: Database
  table: string
  /** SQL of the columns to read. */
  columns: string
  read: (row: unknown) => Row
  /** The name of the data in damage reports. */
  part: string
  damage: DamageReport
}

/**
 * The readable rows of a table, one by one, skipping the others. Row ids are collected through every index and from
 * both ends of the table, each as far as it can be read.
 */
export function readableRows<Row>({ database, table, columns, read, part, damage }: Reading<Row>): Row[] {
  const ways = ['', 'NOT INDEXED ORDER BY rowid', 'NOT INDEXED ORDER BY rowid DESC'].map(
    (way) => `SELECT rowid AS number FROM ${table} ${way}`,
  )
  const numbers = new Set<number>()
  const follow = (way: string) => {
    for (const row of database.prepare(way).iterate()) numbers.add((row as { number: number }).number)
  }
  for (const way of ways) damage.around(part, () => follow(way), undefined)
  const one = database.prepare(`SELECT ${columns} FROM ${table} WHERE rowid = ?`)
  return [...numbers]
    .sort((left, right) => left - right)
    .flatMap((number) =>
      damage.around(part, () => {
        // Not by `get`, which goes on failing once it has met damage.
        const [row] = one.all(number)
        return row === undefined ? [] : [read(row)]
      }, []),
    )
}
