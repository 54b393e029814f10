import { StartError } from '../../contract/start-error.ts'
import { StorageError } from '../../contract/storage-error.ts'
import { FIRST_VERSION, LATEST_VERSION, MIGRATIONS } from './migrations.ts'
import type { Postgres, Queries } from './postgres.ts'
import { unusableDatabase } from './storage-fault.ts'

/** Searches that filter need iterative scans, which came with this version of pgvector. */
const OLDEST_PGVECTOR = [0, 8]
const OLDEST_SERVER = 150_000

/** What to do if pgvector cannot be installed, by the code of the error. */
const NOT_INSTALLED: Record<string, string> = {
  '0A000':
    'the server does not have pgvector. Install it there (the package is called postgresql-…-pgvector on Debian).',
  '42501':
    'its user may not install pgvector. Let an administrator run “CREATE EXTENSION vector” in the database once.',
}

/** Brings the tables to the current version; processes that start together wait for the first one to do it. */
export async function migrate(postgres: Postgres): Promise<void> {
  try {
    await inTurn(postgres, 'stretto migrations', async (queries) => {
      await checkServer(queries)
      const version = await versionOf(queries)
      if (version > LATEST_VERSION)
        throw new StartError(
          `DATABASE_URL: the database was upgraded by a newer version of Stretto (schema ${version}, this one knows ${LATEST_VERSION}). Start that version, or restore the backup made before the upgrade.`,
        )
      if (version > 0 && version < FIRST_VERSION)
        throw new StartError(
          'DATABASE_URL: the database was made by an earlier version of Stretto, whose tables this one does not read. Nothing was changed. Finish its tasks with that version; then set DATABASE_URL to an empty database, or drop the schema “stretto” in this one.',
        )
      for (const migration of MIGRATIONS.slice(Math.max(0, version - FIRST_VERSION + 1)))
        await queries.query(migration)
      if (version < LATEST_VERSION)
        await queries.query('UPDATE stretto.schema_version SET version = $1', [LATEST_VERSION])
    })
  } catch (error) {
    throw error instanceof StorageError ? unusableDatabase(error) : error
  }
}

async function checkServer(queries: Queries): Promise<void> {
  const [server] = await queries.query<{ number: string; text: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text`,
  )
  if (Number(server!.number) < OLDEST_SERVER)
    throw new StartError(`DATABASE_URL: the server is PostgreSQL ${server!.text}; 15 or newer is needed.`)
  const version = await installPgvector(queries)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST_PGVECTOR[0]! || minor >= OLDEST_PGVECTOR[1]!) return
  throw new StartError(
    `DATABASE_URL: the database has pgvector ${version}; 0.8 or newer is needed. Install it and run “ALTER EXTENSION vector UPDATE” there.`,
  )
}

async function installPgvector(queries: Queries): Promise<string> {
  try {
    await queries.query('CREATE EXTENSION IF NOT EXISTS vector')
  } catch (error) {
    const todo = NOT_INSTALLED[(error as { code?: string }).code ?? '']
    throw todo === undefined ? error : new StartError(`DATABASE_URL: ${todo}`, { cause: error })
  }
  const [found] = await queries.query<{ extversion: string }>(
    `SELECT extversion FROM pg_extension WHERE extname = 'vector'`,
  )
  return found!.extversion
}

async function versionOf(queries: Queries): Promise<number> {
  await queries.query('CREATE SCHEMA IF NOT EXISTS stretto')
  await queries.query('CREATE TABLE IF NOT EXISTS stretto.schema_version (version integer NOT NULL)')
  const [row] = await queries.query<{ version: number }>('SELECT version FROM stretto.schema_version')
  if (row === undefined) await queries.query('INSERT INTO stretto.schema_version (version) VALUES (0)')
  return row?.version ?? 0
}

/** Runs what processes that start together must do one after the other, however long the first one takes. */
export function inTurn<Result>(
  postgres: Postgres,
  name: string,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  return postgres.transaction(async (queries) => {
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await queries.query(`SET LOCAL ${limit} = 0`)
    await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    return work(queries)
  })
}
