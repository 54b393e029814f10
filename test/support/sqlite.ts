import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, type Database, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { openSqlitePastQuestions } from '../../src/adapters/sqlite/past-questions.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import type { DelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'

/** Opens the past questions in a database for an embedding model. */
export function openPastQuestions(database: Database, later: DelayedWrites, embedder = 'sample') {
  const sql = createSqliteSql(database)
  return openSqlitePastQuestions({ database, sql, later, embedder, mostQuestions: 1_000 })
}

/** Opens a store on a database in a fresh folder, ready to be closed and opened again. */
export async function openOnSqlite<Store extends { close?: () => unknown }>(
  create: (database: Database) => Store,
) {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-sqlite-'))
  let database = openDatabase(folder)
  let store = create(database)
  const shut = async () => {
    await store.close?.()
    closeDatabase(database)
  }
  return {
    store,
    async reopen() {
      await shut()
      database = openDatabase(folder)
      store = create(database)
      return store
    },
    async close() {
      await shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
