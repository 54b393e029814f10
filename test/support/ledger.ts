import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import type { RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import { runsWon } from './counted-runs.ts'
import { freshFolder } from './fresh-folder.ts'

/** Works on the ledger in the folder of a service. */
export async function withLedger<Result>(
  folder: string,
  work: (ledger: RunLedger) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(folder)
  try {
    return await work(createRunLedger(createSqliteSql(database)))
  } finally {
    closeDatabase(database)
  }
}

/** A fresh folder for a service in which sixty runs of some models were counted, by scope. */
export async function folderWithRuns(won: Record<string, Record<string, number>>): Promise<string> {
  const folder = freshFolder()
  await withLedger(folder, async (ledger) => {
    for (const [scope, wins] of Object.entries(won)) await recordRuns(ledger, scope, wins)
  })
  return folder
}

/** Records sixty runs of the routing provider's models, of which each won as many as told. */
export async function recordRuns(
  ledger: RunLedger,
  scope: string,
  won: Record<string, number>,
  name = 'run',
): Promise<void> {
  const runs = runsWon(won).map((run, place) =>
    ledger.record({ scope, id: `${name}-${place}`, run, at: 1_000 }),
  )
  await Promise.all(runs)
}
