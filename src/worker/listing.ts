import { query, type Sql } from '../adapters/storage/sql.ts'

/** What is listed of a task or a run, which is kept in an object of its own. */
export interface Listed {
  id: string
  at: number
  entry: unknown
}

/** Lists what a caller has in many objects. */
export interface Listing {
  put(kind: string, owner: string, listed: Listed): Promise<void>
  /** The latest first. */
  list(kind: string, owner: string, most: number): Promise<Listed[]>
  sweep(before: number): Promise<void>
}

export const LISTING_TABLE = `
  CREATE TABLE IF NOT EXISTS listed (
    id text NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    at bigint NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (kind, owner, id)
  )`
const PUT = `
  INSERT INTO stretto.listed (kind, owner, id, at, entry) VALUES :rows
  ON CONFLICT (kind, owner, id) DO UPDATE SET at = excluded.at, entry = excluded.entry`
const LATEST = query(
  { id: 'text', at: 'number', entry: 'text' },
  'FROM stretto.listed WHERE kind = $1 AND owner = $2 ORDER BY at DESC LIMIT $3',
)
const SWEEP = 'DELETE FROM stretto.listed WHERE at < $1'

export function createListing(sql: Sql): Listing {
  return {
    put: (kind, owner, { id, at, entry }) =>
      sql.change({ sql: PUT, rows: [[kind, owner, id, Math.round(at), JSON.stringify(entry)]] }),
    list: async (kind, owner, most) =>
      (await sql.read(LATEST, [kind, owner, most])).map((row) => ({ ...row, entry: JSON.parse(row.entry) })),
    sweep: (before) => sql.change({ sql: SWEEP, rows: [[Math.round(before)]] }),
  }
}
