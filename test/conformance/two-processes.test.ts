import { rmSync } from 'node:fs'
import { createTestDatabase } from '../support/postgres.ts'
import { freshFolder } from '../support/seeded-folder.ts'
import { describeWithPostgres, redisUrl } from '../support/services.ts'
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

describeWithPostgres('PostgreSQL', () => {
  const open = async (more: Record<string, string> = {}) => {
    const database = await createTestDatabase()
    return { settings: { DATABASE_URL: database.url, ...more }, remove: database.drop }
  }
  describeTwoProcesses('one PostgreSQL', () => open(), { tasksWander: true })
  describeTwoProcesses('one PostgreSQL and Redis', () => open({ REDIS_URL: redisUrl() }), {
    tasksWander: true,
  })
})
