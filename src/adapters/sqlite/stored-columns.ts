import { DamagedData } from '../storage/damaged-data.ts'
import type { Columns, Kind, RowOf } from '../storage/sql.ts'

/** Columns to select, and how to read a row of them. */
export interface StoredColumns<Of extends Columns> {
  sql: string
  /** A row whose values are checked when they are read: an invalid one throws DamagedData. */
  read(row: unknown): RowOf<Of>
}

/**
 * Columns that can be read safely from a damaged file. Text is fetched as bytes, because the library aborts the whole
 * process on text that is not UTF-8. For the same reason a value of the wrong type is fetched as null.
 */
export function storedColumns<const Of extends Columns>(kinds: Of): StoredColumns<Of> {
  const columns = Object.entries(kinds)
  class Row {
    constructor(readonly stored: Record<string, unknown>) {}
  }
  for (const [name, kind] of columns)
    Object.defineProperty(Row.prototype, name, {
      get(this: Row) {
        return checkedValue(kind, this.stored[name])
      },
    })
  return {
    sql: columns.map(([name, kind]) => selected(name, kind)).join(', '),
    read: (row) => new Row(row as Record<string, unknown>) as unknown as RowOf<Of>,
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
  if (value instanceof ArrayBuffer || value instanceof Uint8Array)
    return kind === 'blob' ? new Uint8Array(value) : decodeText(value)
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
