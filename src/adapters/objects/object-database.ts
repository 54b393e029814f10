import type { DurableObjectStorage, SqlStorageValue } from '@cloudflare/workers-types'
import { StorageError } from '../../contract/storage-error.ts'
import { checkOpen } from '../sqlite/group-commit.ts'
import { LATEST_VERSION, migrationsAfter } from '../sqlite/migrations.ts'
import type { SqliteDatabase } from '../sqlite/sql.ts'
import { createLongTexts } from './long-texts.ts'

/** Why the platform cannot store something, by what its errors say; they have no codes. */
const FULL = /SQLITE_FULL/
const AWAY =
  /SQLITE_IOERR|exceeded timeout|connection lost|no longer accessible|different machine|internal error/i

/** Opens the database of a Durable Object and migrates it; `onChange` is told when writes fail and succeed again. */
export function openObjectDatabase(
  storage: DurableObjectStorage,
  onChange: (problem: string | null) => void = () => {},
  migrations = migrationsAfter,
) {
  const { sql } = storage
  const texts = createLongTexts(sql)
  let isOpen = true
  let problem: string | null = null

  function change(next: string | null): void {
    if (next === problem) return
    problem = next
    onChange(next)
  }

  function failed(error: unknown): unknown {
    const message = String(error)
    if (!FULL.test(message) && !AWAY.test(message)) return error
    const reason = FULL.test(message) ? 'the object is full' : 'the storage of the object cannot be reached'
    change(`Data cannot be stored: ${reason}.`)
    return new StorageError(reason, error)
  }

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
    get open() {
      return isOpen
    },
    prepare,
    writes: {
      async write(work, { waitsForDisk = false } = {}) {
        checkOpen({ open: isOpen })
        try {
          const result = storage.transactionSync(work)
          // Without it, too, the platform lets nothing out of the object before it is stored.
          if (waitsForDisk) await storage.sync()
          change(null)
          return result
        } catch (error) {
          throw failed(error)
        }
      },
    },
    /** Why nothing can be stored at the moment, as a sentence; null if it can. */
    problem: () => problem,
    close() {
      isOpen = false
    },
  } satisfies SqliteDatabase & Record<string, unknown>
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
