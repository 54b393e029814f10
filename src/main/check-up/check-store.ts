import type { Settings } from '../../config/settings.ts'
import { StartError } from '../../contract/start-error.ts'
import { diagnose } from '../doctor.ts'
import { embeddedFolder } from '../embed.ts'
import { bad, type Finding, good } from './finding.ts'

interface Examined {
  repair: boolean
  /** Whether a service is running, which keeps the file to itself and says what is wrong with it. */
  isServing: boolean
}

/** Whether the database can be used; with `repair`, a damaged file is set aside and rebuilt. */
export async function checkStore(settings: Settings, { repair, isServing }: Examined): Promise<Finding[]> {
  if (settings.DATABASE_URL !== undefined) return checkServer(settings)
  try {
    const { lines, exitCode } = diagnose(embeddedFolder(settings), repair)
    const [first = '', ...details] = lines
    return [exitCode === 0 ? good(first, details) : bad(first, details)]
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [
      isServing && !repair
        ? good('The database is in use by the running service. Stop it to have the file examined.')
        : bad(error.message),
    ]
  }
}

async function checkServer(settings: Settings): Promise<Finding[]> {
  const { openPostgres } = await import('../../adapters/postgres/postgres.ts')
  const { addressFrom } = await import('../parts/postgres-address.ts')
  const postgres = openPostgres(addressFrom(settings, settings.DATABASE_URL!))
  try {
    await postgres.query('SELECT 1')
    return [good('PostgreSQL answers.')]
  } catch (error) {
    return [bad(`PostgreSQL cannot be used: ${(error as Error).message}. Check DATABASE_URL.`)]
  } finally {
    await postgres.close()
  }
}
