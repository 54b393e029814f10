import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import { createReliabilityStore } from '../../src/adapters/storage/reliability-store.ts'
import type { ReliabilityStore } from '../../src/consensus/reliability-store.ts'
import { newFolder } from './service.ts'

/** Works on the counts in the folder of a service that is not running. */
export async function withCounts<Result>(
  folder: string,
  work: (store: ReliabilityStore) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(folder)
  try {
    return await work(createReliabilityStore(createSqliteSql(database)))
  } finally {
    closeDatabase(database)
  }
}

/** A fresh folder for a service in which sixty runs of some models were counted, by scope. */
export async function folderWithCounts(won: Record<string, Record<string, number>>): Promise<string> {
  const folder = await newFolder()
  await withCounts(folder, async (store) => {
    for (const [scope, wins] of Object.entries(won)) await countRuns(store, scope, wins)
  })
  return folder
}

/** Counts sixty runs of the routing provider's models, of which each won as many as told. */
export async function countRuns(
  store: ReliabilityStore,
  scope: string,
  won: Record<string, number>,
): Promise<void> {
  const runs = Array.from({ length: 60 }, (_, run) =>
    Object.entries(won).map(([model, wins]) => ({ provider: 'openrouter', model, won: run < wins })),
  )
  await Promise.all(runs.map((outcomes) => store.record(scope, outcomes, 1_000)))
}
