import type { DurableObjectStorage, SqlStorageValue } from '@cloudflare/workers-types'
import { StorageError } from '../../contract/storage-error.ts'
import { LATEST_VERSION, migrationsAfter, taskMigrationsAfter } from '../sqlite/migrations.ts'
import type { SqliteDatabase } from '../sqlite/sql.ts'
import { openSqliteStores, type StoreParts } from '../sqlite/stores.ts'
import { createLongTexts } from './long-texts.ts'

/** Opens every store on the database of a Durable Object. Tasks that an earlier instance of it held are free. */
export function openObjectStores(
  storage: DurableObjectStorage,
  parts: StoreParts,
  migrations = migrationsAfter,
) {
  return openSqliteStores(openObjectDatabase(storage, migrations), parts)
}

/** Opens those of tasks alone: every table that an object has is charged. */
export const openObjectTasks = (storage: DurableObjectStorage, log: StoreParts['log']) =>
  openObjectStores(storage, { log, mostQuestions: 0 }, taskMigrationsAfter).tasks

/** Why the platform cannot store something, by what its errors say; they have no codes. */
const FULL = /SQLITE_FULL/
const AWAY =
  /SQLITE_IOERR|exceeded timeout|connection lost|no longer accessible|different machine|internal error/i

function reasonOf(error: unknown): string | null {
  const message = String(error)
  if (FULL.test(message)) return 'the object is full'
  return AWAY.test(message) ? 'the storage of the object cannot be reached' : null
}

function openObjectDatabase(
  storage: DurableObjectStorage,
  migrations: typeof migrationsAfter,
): SqliteDatabase {
  const { sql } = storage
  const texts = createLongTexts(sql)

  function prepare(text: string) {
    const rowsFor = (values: unknown[]) => sql.exec(text, ...(values as SqlStorageValue[])).toArray()
    const changesBy = (values: unknown[]) => {
      rowsFor(values)
      return sql.exec<{ changes: number }>('SELECT changes() AS changes').one()
    }
    // Values that are compared are never long texts.
    const writes = /^\s*(?:INSERT|UPDATE)/.test(text)
    return {
      all: (...values: unknown[]) =>
        (writes ? texts.write(values, rowsFor) : rowsFor(values)).map(texts.join),
      run: (...values: unknown[]) => (writes ? texts.write(values, changesBy) : changesBy(values)),
    }
  }

  migrate(storage, texts, migrations)
  return {
    // It is never closed: it ends with its object.
    open: true,
    prepare,
    writes: {
      async write(work, { waitsForDisk = false } = {}) {
        try {
          const result = storage.transactionSync(work)
          // Without it, too, the platform lets nothing out of the object before it is stored.
          if (waitsForDisk) await storage.sync()
          return result
        } catch (error) {
          const reason = reasonOf(error)
          throw reason === null ? error : new StorageError(reason, error)
        }
      },
    },
  }
}

/** Objects have no `user_version`, so a table has the version. */
function migrate(
  storage: DurableObjectStorage,
  texts: ReturnType<typeof createLongTexts>,
  migrations: typeof migrationsAfter,
): void {
  const { sql } = storage
  sql.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)')
  const [row] = sql.exec<{ version: number }>('SELECT version FROM schema_version').toArray()
  const version = row?.version ?? 0
  if (version === LATEST_VERSION) return
  if (version > LATEST_VERSION)
    throw new Error('A newer version of Stretto wrote the data of this object. Deploy that one again.')
  storage.transactionSync(() => {
    for (const migration of migrations(version)) sql.exec(migration)
    texts.followTables()
    sql.exec('DELETE FROM schema_version; INSERT INTO schema_version (version) VALUES (?)', LATEST_VERSION)
  })
}
