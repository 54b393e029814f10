import { hash } from 'node:crypto'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { memoise } from '../../utils/memoise.ts'

/** The types of columns to read, by their names; with a question mark a column may be null. */
export type Columns = Record<string, 'text' | 'text?' | 'number' | 'blob'>

export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: {
    text: string
    'text?': string | null
    number: number
    blob: Uint8Array<ArrayBuffer>
  }[Of[Name]]
}

/**
 * What to read: some columns, and the rest of the statement, in the words of PostgreSQL, where our tables are in the schema
 * “stretto”. $1, $2 … stand for values, numbered in the order of their first appearance.
 */
export interface Query<Of extends Columns = Columns> {
  columns: Of
  from: string
}

/** A query of columns. */
export function query<const Of extends Columns>(columns: Of, from: string): Query<Of> {
  return { columns, from }
}

/** A statement to be run with each row of values; or with as many as the database likes, in place of “:rows”. */
export interface Change {
  sql: string
  rows: unknown[][]
  /** Whether it is on disk before it is acknowledged, so that not even a power failure loses it. */
  waitsForDisk?: boolean
}

export interface Sql {
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

/** Deletes the rows of an owner, $1, beyond so many with the latest times; what others write now is trimmed later. */
export function trimming(table: string, owner: string, key: string, time: string, most: number): string {
  return `
  WITH locked AS MATERIALIZED (
    SELECT ${key} FROM stretto.${table} WHERE ${owner} = $1 AND (${key}) IN
      (SELECT ${key} FROM stretto.${table} WHERE ${owner} = $1 ORDER BY ${time} DESC LIMIT ${most} OFFSET ${most})
    FOR UPDATE SKIP LOCKED)
  DELETE FROM stretto.${table} WHERE ${owner} = $1 AND (${key}) IN (SELECT ${key} FROM locked)`
}

/** A hash that stands for a text in an index: texts may be longer than an index takes. */
export function textHash(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** The same for fingerprints, of which most are those of a few panels. */
export const fingerprintHash = memoise(textHash, { most: 256, longestText: 10_000 })

/** A vector as bytes, which it shares. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The vector in stored bytes. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  // Copied: bytes of a database need not be aligned for 32-bit numbers.
  const vector = new Float32Array(new Uint8Array(bytes).buffer)
  if (vector.length !== EMBEDDING_DIMENSIONS)
    throw new Error(`A stored vector has ${vector.length} numbers instead of ${EMBEDDING_DIMENSIONS}.`)
  return vector
}
