/** The type of a column; with a question mark it may be null. */
export type Kind = 'text' | 'text?' | 'number' | 'blob'

/** Columns to read, by their names. */
export type Columns = Record<string, Kind>

/** A row of columns. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: {
    text: string
    'text?': string | null
    number: number
    blob: Uint8Array<ArrayBuffer>
  }[Of[Name]]
}

/** What databases write differently in statements that are otherwise alike. */
export interface Dialect {
  /** What stands before the name of a table. */
  schema: string
  /** A clause that locks rows; empty where the whole file is locked. */
  rowLock(clause: string): string
}

/** A statement in the words of a database. $1, $2 … stand for values, numbered in the order of their first appearance. */
export type SqlText = (database: Dialect) => string

/** What to read: some columns, and the rest of the statement. */
export interface Query<Of extends Columns = Columns> {
  columns: Of
  from: SqlText
}

/** A query of columns. */
export function query<const Of extends Columns>(columns: Of, from: SqlText): Query<Of> {
  return { columns, from }
}

interface Durability {
  /** Whether it is on disk before it is acknowledged, so that not even a power failure loses it. */
  waitsForDisk?: boolean
}

/** A statement that changes something, and the rows of values to run it with. */
interface Update extends Durability {
  sql: SqlText
  rows: unknown[][]
}

/** Rows to insert, as many in one statement as the database likes: its text gets the list after VALUES. */
interface Insertion extends Durability {
  insert: (database: Dialect, values: string) => string
  rows: unknown[][]
}

/** Something to change. */
export type Change = Update | Insertion

/** Runs the statements that databases have in common. */
export interface Sql {
  /** The rows of a query. */
  read<Of extends Columns>(query: Query<Of>, values: unknown[]): Promise<Array<RowOf<Of>>>
  /** Makes changes in one transaction. */
  change(...changes: Change[]): Promise<void>
}

/** The list after VALUES for rows of equal length. */
export function valuesList(rows: number, columns: number): string {
  const tuple = (row: number) =>
    Array.from({ length: columns }, (_, place) => `$${row * columns + place + 1}`).join(', ')
  return Array.from({ length: rows }, (_, row) => `(${tuple(row)})`).join(', ')
}

/**
 * Deletes the rows of an owner, $1, beyond so many with the latest times. Without waiting: what others write at this moment
 * is trimmed later.
 */
export function trimming(table: string, owner: string, key: string, time: string, most: number): SqlText {
  return ({ schema, rowLock }) => `
  WITH locked AS MATERIALIZED (
    SELECT ${key} FROM ${schema}${table} WHERE ${owner} = $1 AND (${key}) IN
      (SELECT ${key} FROM ${schema}${table} WHERE ${owner} = $1 ORDER BY ${time} DESC LIMIT ${most} OFFSET ${most})
    ${rowLock('FOR UPDATE SKIP LOCKED')})
  DELETE FROM ${schema}${table} WHERE ${owner} = $1 AND (${key}) IN (SELECT ${key} FROM locked)`
}
