import { type Columns, type RowOf, type Sql, valuesList } from '../storage/sql.ts'
import { checkOpen } from './group-commit.ts'

/** What the stores need of a database of SQLite, be it a file of this process or that of an object of a platform. */
export interface SqliteDatabase {
  readonly open: boolean
  prepare(sql: string): Statement
  writes: {
    /** Runs work in a transaction, and settles once its writes are stored. */
    write<Result>(
      work: () => Result,
      options?: { waitsForDisk?: boolean; isUrgent?: boolean },
    ): Promise<Result>
  }
}

interface Statement {
  run(...values: unknown[]): { changes: number }
  all(...values: unknown[]): unknown[]
}

/** Runs the statements that SQLite has in common with other databases. */
export function createSqliteSql(database: SqliteDatabase): Sql {
  /** By the constant that each is made from. */
  const prepared = new Map<unknown, Statement>()

  function statementOf(key: unknown, text: () => string) {
    const known = prepared.get(key)
    if (known !== undefined) return known
    // There are no schemas here, and the whole file is locked instead of rows.
    const inSqlite = text().replaceAll('stretto.', '')
    const statement = database.prepare(inSqlite.replace(/FOR (?:KEY SHARE|UPDATE) SKIP LOCKED/, ''))
    prepared.set(key, statement)
    return statement
  }

  return {
    async read(query, values) {
      checkOpen(database)
      const { columns, from } = query
      const statement = statementOf(query, () => `SELECT ${selected(columns)} ${from}`)
      return statement.all(...values).map(rowsOf(columns))
    },
    change: (...changes) =>
      database.writes.write(
        () => {
          for (const { sql, rows } of changes) {
            if (rows.length === 0) continue
            const statement = statementOf(sql, () =>
              sql.replace(':rows', () => valuesList(1, rows[0]!.length)),
            )
            for (const values of rows) statement.run(...values)
          }
        },
        { waitsForDisk: changes.some(({ waitsForDisk }) => waitsForDisk) },
      ),
  }
}

/**
 * SQL of columns to select. Text is fetched as bytes, because the library aborts the whole process on text that is not
 * UTF-8; so is what should be bytes or a number and may be such text in a damaged file.
 */
export function selected(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, kind]) => `CAST(${name} AS ${kind === 'number' ? 'NUMERIC' : 'BLOB'}) AS ${name}`)
    .join(', ')
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads rows of selected columns; bytes that are no text become replacement characters. */
export function rowsOf<Of extends Columns>(columns: Of): (row: unknown) => RowOf<Of> {
  const kinds = Object.entries(columns)
  return (row) => {
    const values: Record<string, unknown> = {}
    for (const [name, kind] of kinds) {
      const value = (row as Record<string, unknown>)[name]
      if (kind === 'number' || value === null) values[name] = value
      else {
        const bytes = new Uint8Array(value as ArrayBuffer)
        values[name] = kind === 'blob' ? bytes : decoder.decode(bytes)
      }
    }
    return values as RowOf<Of>
  }
}
