import { rmSync } from 'node:fs'
import { describe, inject } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { freshFolder } from '../support/seeded-folder.ts'
import { describeTwoProcesses } from './two-processes.ts'

describeTwoProcesses(
  'one data folder',
  async () => {
    const folder = await freshFolder()
    const remove = () => rmSync(folder, { recursive: true, force: true })
    return { settings: { DATA_DIR: folder }, remove }
  },
  { tasksWander: false },
)

/** Whether the service starts with DATABASE_URL; replace the condition by describeWithPostgres when it does. */
const IS_WIRED = false

describe.skipIf(!IS_WIRED || inject('services') === null)('PostgreSQL', () => {
  describeTwoProcesses(
    'one PostgreSQL',
    async () => {
      const database = await createTestDatabase()
      return { settings: { DATABASE_URL: database.url }, remove: database.drop }
    },
    { tasksWander: true },
  )
})
