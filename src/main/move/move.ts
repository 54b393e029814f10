import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { migrate } from '../../adapters/postgres/migrate.ts'
import { openPostgres } from '../../adapters/postgres/postgres.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import type { Settings } from '../../config/settings.ts'
import { StartError } from '../../contract/start-error.ts'
import { addressFrom } from '../parts/postgres-address.ts'
import { moveDatabase } from './move-database.ts'

/** Copies the database in DATA_DIR into the one that DATABASE_URL names; returns what to tell the operator. */
export async function moveToPostgres(settings: Settings): Promise<string[]> {
  const { DATA_DIR: folder, DATABASE_URL: url } = settings
  if (url === undefined)
    throw new StartError(
      'DATABASE_URL is missing: set it to the database that everything is to be moved to, for example DATABASE_URL=postgres://stretto@localhost:5432/stretto',
    )
  if (!existsSync(join(folder, 'stretto.db')))
    throw new StartError(
      `There is no database in ${resolve(folder)}. Set DATA_DIR to the folder that has one.`,
    )
  const sqlite = openDatabase(folder)
  const postgres = openPostgres(addressFrom(settings, url))
  try {
    await migrate(postgres)
    const moved = await moveDatabase(sqlite, postgres)
    return [
      `Everything in ${resolve(folder)} is now in the database of DATABASE_URL:`,
      ...[...moved].map(([table, rows]) => `  ${table}: ${rows}`),
      'The folder was left as it is. Start the service with DATABASE_URL from now on.',
    ]
  } finally {
    closeDatabase(sqlite)
    await postgres.close()
  }
}
