import { DamagedData } from './damage.ts'

/** What a column holds; with a question mark it may be null. */
type Kind = 'text' | 'text?' | 'number' | 'blob'

type Value<Of extends Kind> = {
  text: string
  'text?': string | null
  number: number
  blob: Uint8Array<ArrayBuffer>
}[Of]

/** Columns to be selected, and how a row of them is read. */
export interface StoredColumns<Row> {
  sql: string
  /** The row with every value checked; throws DamagedData where one is not what it must be. */
  read(row: unknown): Row
}

/**
 * Columns that can be read from a damaged file. Text is fetched as bytes: the library ends the whole process over text
 * that is not UTF-8. A value of another type comes as null for the same reason.
 */
export function storedColumns<Kinds extends Record<string, Kind>>(
  kinds: Kinds,
): StoredColumns<{ [Name in keyof Kinds]: Value<Kinds[Name]> }> {
  const columns = Object.entries(kinds)
  return {
    sql: columns.map(([name, kind]) => selected(name, kind)).join(', '),
    read: (row) =>
      Object.fromEntries(
        columns.map(([name, kind]) => [name, checkedValue(kind, (row as Record<string, unknown>)[name])]),
      ) as { [Name in keyof Kinds]: Value<Kinds[Name]> },
  }
}

function selected(name: string, kind: Kind): string {
  if (kind === 'blob') return `CASE WHEN typeof(${name}) = 'blob' THEN ${name} END AS ${name}`
  if (kind === 'number') return `CASE WHEN typeof(${name}) IN ('integer', 'real') THEN ${name} END AS ${name}`
  return `CAST(${name} AS BLOB) AS ${name}`
}

function checkedValue(kind: Kind, value: unknown): unknown {
  if (value === null && kind === 'text?') return null
  if (kind === 'number') {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw new DamagedData('a number is missing in a row')
  }
  // Copied: a database buffer need not start where 32-bit numbers may.
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) {
    const bytes = new Uint8Array(value)
    return kind === 'blob' ? bytes : decodeText(bytes)
  }
  throw new DamagedData('a value is missing in a row')
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes as text; throws DamagedData where they are none. */
export function decodeText(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new DamagedData('a text in a row is not UTF-8', { cause })
  }
}

/** Stored JSON as what it says; throws DamagedData where it says nothing. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedData('a row holds JSON that cannot be read', { cause })
  }
}

/** Stored bytes as 32-bit numbers, so many of them; throws DamagedData where they are not. */
export function vectorOf(bytes: Uint8Array<ArrayBuffer>, dimensions: number): Float32Array {
  if (bytes.byteLength !== dimensions * Float32Array.BYTES_PER_ELEMENT)
    throw new DamagedData('a vector in a row has the wrong length')
  const vector = new Float32Array(bytes.buffer)
  if (!vector.every(Number.isFinite)) throw new DamagedData('a vector in a row is not made of numbers')
  return vector
}
