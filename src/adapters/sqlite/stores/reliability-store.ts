import { countRun, type Tally } from '../../../consensus/reliability.ts'
import type { ReliabilityStore } from '../../../consensus/reliability-store.ts'
import type { Database } from '../database.ts'
import { createGroupCommit } from '../group-commit.ts'
import { storedColumns } from '../stored-columns.ts'

/** The maximum number of models per scope; beyond it the least recently seen are deleted, so that made-up names cannot fill the disk. */
const MOST_MODELS = 1_000

const TALLY = storedColumns({ answered: 'number', won: 'number' })

/** Stores tallies in SQLite. */
export function createSqliteReliabilityStore(database: Database): ReliabilityStore {
  const find = database.prepare(
    `SELECT ${TALLY.sql} FROM model_reliability WHERE scope = ? AND provider = ? AND model = ?`,
  )
  const put = database.prepare(
    `INSERT OR REPLACE INTO model_reliability (scope, provider, model, answered, won, updated_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const trim = database.prepare(
    `DELETE FROM model_reliability WHERE rowid IN
     (SELECT rowid FROM model_reliability WHERE scope = ? ORDER BY updated_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  )
  const tallyOf = (scope: string, provider: string, model: string): Tally => {
    const row = find.get(scope, provider, model)
    return row === undefined ? { answered: 0, won: 0 } : TALLY.read(row)
  }

  const { write } = createGroupCommit(database, { waitsForDisk: false })

  return {
    async read(scope, models) {
      return models.map(({ provider, model }) => tallyOf(scope, provider, model))
    },

    record: (scope, outcomes, at) =>
      write(() => {
        for (const { provider, model, won } of outcomes) {
          const tally = countRun(tallyOf(scope, provider, model), won)
          put.run(scope, provider, model, tally.answered, tally.won, at)
        }
        trim.run(scope, MOST_MODELS)
      }),
  }
}
