import { MEMORY_RUNS, type Tally } from '../../../consensus/reliability.ts'
import type { ReliabilityStore } from '../../../consensus/reliability-store.ts'
import type { Database } from '../database.ts'
import { storedColumns } from '../stored-columns.ts'

/** The maximum number of models per scope; beyond it the least recently seen are deleted, so that made-up names cannot fill the disk. */
const MOST_MODELS = 1_000

const TALLY = storedColumns({ answered: 'number', won: 'number' })

/** Stores tallies in SQLite. */
export function createSqliteReliabilityStore(database: Database): ReliabilityStore {
  const find = database.prepare(
    `SELECT ${TALLY.sql} FROM model_reliability WHERE scope = ? AND provider = ? AND model = ?`,
  )
  // One statement, so that no run is lost that another process counts at the same time.
  const counted = (count: string) =>
    `(${count} + excluded.${count}) / CASE WHEN answered + 1 < ${MEMORY_RUNS} THEN 1.0 ELSE 2.0 END`
  const count = database.prepare(
    `INSERT INTO model_reliability (scope, provider, model, answered, won, updated_at) VALUES (?, ?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET answered = ${counted('answered')}, won = ${counted('won')},
       updated_at = excluded.updated_at`,
  )
  const trim = database.prepare(
    `DELETE FROM model_reliability WHERE rowid IN
     (SELECT rowid FROM model_reliability WHERE scope = ? ORDER BY updated_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  )
  const tallyOf = (scope: string, provider: string, model: string): Tally => {
    const row = find.get(scope, provider, model)
    return row === undefined ? { answered: 0, won: 0 } : TALLY.read(row)
  }

  return {
    async read(scope, models) {
      return models.map(({ provider, model }) => tallyOf(scope, provider, model))
    },

    record: (scope, outcomes, at) =>
      database.writes.write(() => {
        for (const { provider, model, won } of outcomes) count.run(scope, provider, model, won ? 1 : 0, at)
        trim.run(scope, MOST_MODELS)
      }),
  }
}
