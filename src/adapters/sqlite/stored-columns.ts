import { DamagedData } from '../storage/damaged-data.ts'

/** The type of a column; with a question mark it may be null. */
type Kind = 'text' | 'text?' | 'number' | 'blob'

type Value<Of extends Kind> = {
  text: string
  'text?': string | null
  number: number
  blob: Uint8Array<ArrayBuffer>
}[Of]

/** Columns to select, and how to read a row of them. */
export interface StoredColumns<Row> {
  sql: string
  /** Checks every value of a row; throws DamagedData if one is invalid. */
  read(row: unknown): Row
}

/**
 * Columns that can be read safely from a damaged file. Text is fetched as bytes, because the library aborts the whole
 * process on text that is not UTF-8. For the same reason a value of the wrong type is fetched as null.
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
  // Copied: a database buffer may not be aligned for 32-bit numbers.
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) {
    const bytes = new Uint8Array(value)
    return kind === 'blob' ? bytes : decodeText(bytes)
  }
  throw new DamagedData('a value is missing in a row')
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes as text; throws DamagedData if they are not UTF-8. */
export function decodeText(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new DamagedData('a text in a row is not UTF-8', { cause })
  }
}

/** Stored bytes as this many 32-bit numbers; throws DamagedData if they do not match. */
export function vectorOf(bytes: Uint8Array<ArrayBuffer>, dimensions: number): Float32Array {
  if (bytes.byteLength !== dimensions * Float32Array.BYTES_PER_ELEMENT)
    throw new DamagedData('a vector in a row has the wrong length')
  const vector = new Float32Array(bytes.buffer)
  // A loop, because `every` takes ten times as long, and the service reads all vectors when it starts.
  for (let place = 0; place < dimensions; place++)
    if (!Number.isFinite(vector[place])) throw new DamagedData('a vector in a row is not made of numbers')
  return vector
}
