import type { Runtime } from './runtime.ts'
import { openSqliteStorage } from './sqlite-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the stores: on PostgreSQL if DATABASE_URL is set, otherwise in SQLite under DATA_DIR. */
export async function openStorage(runtime: Runtime): Promise<Storage> {
  const { DATABASE_URL } = runtime.settings
  if (DATABASE_URL === undefined) return openSqliteStorage(runtime)
  // Loaded only here, because most who try the service need neither PostgreSQL nor Redis.
  const { openPostgresStorage } = await import('./postgres-storage.ts')
  return openPostgresStorage(runtime, DATABASE_URL)
}
