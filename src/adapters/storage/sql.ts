import type { DamageReport } from './damage.ts'

/** The type of a column; with a question mark it may be null. */
export type Kind = 'text' | 'text?' | 'number' | 'blob'

/** Columns to read, by their names. */
export type Columns = Record<string, Kind>

/** A row of columns. In a damaged file reading a value of it can throw DamagedData. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: {
    text: string
    'text?': string | null
    number: number
    blob: Uint8Array<ArrayBuffer>
  }[Of[Name]]
}

/** What to read: some columns, and the rest of the statement. */
export interface Query<Of extends Columns = Columns> {
  columns: Of
  from: string
}

/** A query of columns. */
export function query<const Of extends Columns>(columns: Of, from: string): Query<Of> {
  return { columns, from }
}

/** A statement that changes something, and the rows of values to run it with. */
export interface Change {
  sql: string
  rows: unknown[][]
  /** Whether it is on disk before it is acknowledged, so that not even a power failure loses it. */
  waitsForDisk?: boolean
}

/**
 * Runs statements that SQLite and PostgreSQL both understand, written as for PostgreSQL: tables are in the schema
 * `stretto`, and $1, $2 … stand for values.
 */
export interface Sql {
  /** The rows of a query. */
  read<Of extends Columns>(query: Query<Of>, values: unknown[]): Promise<Array<RowOf<Of>>>
  /** Makes changes in one transaction. */
  change(...changes: Change[]): Promise<void>
  /** For reading on without what is damaged. */
  damage: DamageReport
}

/**
 * Deletes the rows of an owner, $1, beyond so many with the latest times. Without waiting: what others write at this moment
 * is trimmed later.
 */
export function trimming(table: string, owner: string, key: string, time: string, most: number): string {
  return `
  WITH locked AS MATERIALIZED (
    SELECT ${key} FROM stretto.${table} WHERE ${owner} = $1 AND (${key}) IN
      (SELECT ${key} FROM stretto.${table} WHERE ${owner} = $1 ORDER BY ${time} DESC LIMIT ${most} OFFSET ${most})
    FOR UPDATE SKIP LOCKED)
  DELETE FROM stretto.${table} WHERE ${owner} = $1 AND (${key}) IN (SELECT ${key} FROM locked)`
}
