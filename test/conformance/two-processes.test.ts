import { rmSync } from 'node:fs'
import { openPostgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import type { RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { withLedger } from '../support/ledger.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { describeWithPostgres } from '../support/services.ts'
import { describeTwoProcesses } from './two-processes.ts'

const idsIn = async (ledger: RunLedger) => (await ledger.recent('anonymous')).map(({ id }) => id)

describeTwoProcesses(
  'one data folder',
  async () => {
    const folder = freshFolder()
    const remove = () => rmSync(folder, { recursive: true, force: true })
    const countedIds = () => withLedger(folder, idsIn)
    return { settings: { DATA_DIR: folder }, countedIds, remove }
  },
  { tasksWander: false },
)

describeWithPostgres('PostgreSQL', () => {
  const open = async (more: Record<string, string> = {}) => {
    const database = await createTestDatabase({ isChanged: true })
    const countedIds = async () => {
      const postgres = openPostgres({ url: database.url, poolSize: 1 })
      return idsIn(createRunLedger(createPostgresSql(postgres))).finally(postgres.close)
    }
    return { settings: { DATABASE_URL: database.url, ...more }, countedIds, remove: database.drop }
  }
  describeTwoProcesses('one PostgreSQL', () => open(), { tasksWander: true })
})
