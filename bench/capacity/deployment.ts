import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { openBenchDatabase } from '../bench-database.ts'
import { parentOf, processorTime, processorTimeOfFamily } from '../processor-time.ts'
import { type MeasuredProcess, SERVICE, startMeasured, writtenBy } from '../service-process.ts'
import { originOf } from '../steady-load.ts'

/** No rate limit. */
export const MANY = '1000000'

/** What a deployment has used since it started. Null where it cannot be told from outside. */
export interface Used {
  /** Processor time of the service, in milliseconds, and of PostgreSQL. */
  service: number | null
  database: number | null
  statements: number | null
  transactions: number | null
  /** Rows inserted, updated and deleted; index entries come on top. */
  rows: number | null
  /** Of an edge service that counts them. */
  rowsRead?: number | null
  objectRequests?: number | null
  storedBytes: number | null
  logBytes: number | null
  /** Calls to models, and bytes sent to them. */
  calls: number
  sentBytes: number
}

/** The service in one of its forms, with models of its own. */
export interface Deployment {
  name: string
  services: MeasuredProcess[]
  provider: MeasuredProcess
  /** Everything written before has arrived when it is asked for. */
  used(): Promise<Used>
  /** Turns of the event loops since the last time, in milliseconds. */
  turns(): Promise<number[]>
  end(): Promise<void>
}

/** Starts models in a process of their own, so that their work is not counted. */
export function startProvider(): Promise<MeasuredProcess> {
  return startMeasured(['--import', 'tsx', 'bench/capacity/provider.ts'], {}, null)
}

/** What the provider was sent so far. */
export async function sentTo(provider: MeasuredProcess) {
  const told = await (await fetch(originOf(provider))).json()
  return told as { calls: number; bytes: number; mostWaiting: number }
}

/** One process on SQLite. */
export async function deploySqlite(): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-capacity-'))
  const data = join(folder, 'data')
  const started = await start({ folder, count: 1, environment: { DATA_DIR: data, DATABASE_URL: '' } })
  return {
    ...started,
    name: 'SQLite',
    used: async () => ({
      ...(await started.used()),
      storedBytes: sizeOf(join(data, 'stretto.db')),
      database: null,
      logBytes: null,
    }),
    async end() {
      await started.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Some replicas on a PostgreSQL. */
export async function deployPostgres(server: string, count: number): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-capacity-'))
  const database = await openBenchDatabase(server)
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url }
  const started = await start({ folder, count, environment })
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const postmaster = parentOf(rows[0].pid)
  return {
    ...started,
    name: `PostgreSQL, ${count} replica${count === 1 ? '' : 's'}`,
    async used() {
      const { rows } = await client.query(
        `SELECT pg_database_size(current_database())::float8 AS stored, (pg_current_wal_insert_lsn() - '0/0')::float8 AS log`,
      )
      const database = processorTimeOfFamily(postmaster)
      return {
        ...(await started.used()),
        rows: null,
        storedBytes: rows[0].stored,
        logBytes: rows[0].log,
        database,
      }
    },
    async end() {
      await started.end()
      await client.end()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function start(place: { folder: string; count: number; environment: Record<string, string> }) {
  const provider = await startProvider()
  const files = Array.from({ length: place.count }, (_, replica) => ({
    COUNTS_FILE: join(place.folder, `counts-${replica}.json`),
    TURNS_FILE: join(place.folder, `turns-${replica}.json`),
  }))
  const preloaded = ['count-statements.mjs', '../turn-times.mjs'].flatMap((file) => [
    '--import',
    `./bench/capacity/${file}`,
  ])
  const services: MeasuredProcess[] = []
  // One after the other: the first makes the tables.
  for (const file of files)
    services.push(
      await startMeasured(
        [...preloaded, ...SERVICE],
        {
          ...place.environment,
          ...file,
          OPENROUTER_API_KEY: 'bench',
          OPENROUTER_BASE_URL: originOf(provider),
          RATE_LIMIT_PER_MINUTE: MANY,
          RATE_LIMIT_PER_HOUR: MANY,
          RATE_LIMIT_BURST: MANY,
          REQUEST_WAIT_MS: MANY,
        },
        null,
      ),
    )
  const fromAll = <Written>(file: (replica: number) => string) =>
    Promise.all(services.map((service, replica) => writtenBy<Written>(service, file(replica))))
  return {
    services,
    provider,
    async used() {
      const service = services.reduce((sum, { child }) => sum + (processorTime(child.pid!) ?? Number.NaN), 0)
      const counted = await fromAll<Record<'statements' | 'transactions' | 'rows', number>>(
        (replica) => files[replica]!.COUNTS_FILE,
      )
      const sum = (kind: 'statements' | 'transactions' | 'rows') =>
        counted.reduce((all, counts) => all + counts[kind], 0)
      const { calls, bytes } = await sentTo(provider)
      return {
        service,
        statements: sum('statements'),
        transactions: sum('transactions'),
        rows: sum('rows'),
        calls,
        sentBytes: bytes,
      }
    },
    turns: async () => (await fromAll<number[]>((replica) => files[replica]!.TURNS_FILE)).flat(),
    end: async () => {
      await Promise.all([...services, provider].map((each) => each.end()))
    },
  }
}

/** The bytes of the pages in use of a database, with what is still in the log. */
function sizeOf(file: string): number {
  const database = new Libsql(file)
  const value = (name: string) =>
    Object.values(database.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[0]!
  const bytes = (value('page_count') - value('freelist_count')) * value('page_size')
  database.close()
  return bytes
}
