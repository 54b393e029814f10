import pg from 'pg'
import { type OnStorageChange, watchFaults } from '../storage/common-stores.ts'
import { reasonOf } from './storage-fault.ts'

const CONNECT_MS = 5_000

/** The longest that a statement may take, and may wait for a lock of another. */
const STATEMENT_MS = 30_000
const LOCK_MS = 10_000

const ATTEMPTS = 3

/** Conflicts between transactions that vanish when one of them is tried again. */
const CONFLICTS = new Set(['40001', '40P01'])

export interface Queries {
  /** The rows of a statement, or of several without values; $1, $2 … stand for the values. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Runs a statement and returns how many rows it changed. */
  change(sql: string, values?: unknown[]): Promise<number>
}

/** A database on a PostgreSQL server. Statements that fail for its sake throw a StorageError. */
export type Postgres = ReturnType<typeof openPostgres>

export interface PostgresAddress {
  url: string
  poolSize: number
  /** Undefined to let the address decide by its sslmode. */
  tls?: pg.ClientConfig['ssl']
}

/** Opens a pool. `onChange` gets the reason when statements begin to fail, and null when they succeed again. */
export function openPostgres(address: PostgresAddress, onChange?: OnStorageChange) {
  const config = {
    connectionString: address.url,
    ...(address.tls === undefined ? {} : { ssl: address.tls }),
    application_name: 'stretto',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  }
  const pool = new pg.Pool({
    ...config,
    max: address.poolSize,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    types: { getTypeParser },
  })
  const { problem, succeeded, failed } = watchFaults(reasonOf, onChange)

  // Connections that break between two statements, in a transaction or not; the next statement tells whether the server
  // is gone.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function watched<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      succeeded()
      return result
    } catch (error) {
      throw failed(error)
    }
  }

  async function inTransaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(queriesOn(client))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((fault) => {
        broken = fault
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    ...queriesOn({ query: (sql: string, values?: unknown[]) => watched(() => pool.query(sql, values)) }),

    /** Runs work in one transaction, again if another one got in its way. */
    async transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await watched(() => inTransaction(work))
        } catch (error) {
          const isConflict = error instanceof Error && 'code' in error && CONFLICTS.has(String(error.code))
          if (attempt === ATTEMPTS || !isConflict) throw error
        }
      }
    },

    /** A connection of one's own, for what lasts longer than a statement; to be ended by its user. */
    async connect(): Promise<pg.Client> {
      const client = new pg.Client(config)
      try {
        await client.connect()
        return client
      } catch (error) {
        throw failed(error)
      }
    },

    problem,
    close: () => pool.end(),
  }
}

function queriesOn(connection: { query(sql: string, values?: unknown[]): Promise<pg.QueryResult> }): Queries {
  return {
    async query(sql, values = []) {
      const result: pg.QueryResult | pg.QueryResult[] = await connection.query(sql, values.map(storable))
      return [result].flat().flatMap(({ rows }) => rows)
    },
    change: async (sql, values = []) => (await connection.query(sql, values.map(storable))).rowCount ?? 0,
  }
}

/** A value without NUL, which PostgreSQL refuses; the APIs refuse it too, but an id in an address may have one. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}

/** Whole numbers of eight bytes are numbers, not texts: none of ours exceeds what a number holds exactly. */
function getTypeParser(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  if (type === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(type, format)
}
