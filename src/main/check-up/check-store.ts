import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkDatabase } from '../../adapters/sqlite/database.ts'
import type { Settings } from '../../config/settings.ts'
import { StartError } from '../../contract/start-error.ts'
import { embeddedFolder } from '../embed.ts'
import { bad, type Finding, good } from './finding.ts'

/** Whether the database can be used; a service that is running keeps it to itself, and has examined it at its start. */
export async function checkStore(settings: Settings, isServing: boolean): Promise<Finding> {
  if (settings.DATABASE_URL !== undefined) return checkServer(settings, settings.DATABASE_URL)
  const folder = resolve(embeddedFolder(settings))
  if (isServing) return good(`The database in ${folder} was intact when the running service started.`)
  if (!existsSync(join(folder, 'stretto.db'))) return good(`There is no database in ${folder} yet.`)
  try {
    checkDatabase(folder)
    return good(`The database in ${folder} is intact.`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return bad(error.message)
  }
}

async function checkServer(settings: Settings, url: string): Promise<Finding> {
  const { openPostgres } = await import('../../adapters/postgres/postgres.ts')
  const { addressFrom } = await import('../parts/postgres-storage.ts')
  const postgres = openPostgres(addressFrom(settings, url))
  try {
    await postgres.query('SELECT 1')
    return good('PostgreSQL answers.')
  } catch (error) {
    return bad(`PostgreSQL cannot be used: ${(error as Error).message}. Check DATABASE_URL.`)
  } finally {
    await postgres.close()
  }
}
