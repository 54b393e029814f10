import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, type Database, openDatabase } from '../../src/adapters/sqlite/database.ts'

/** Opens a store on a database in a fresh folder, ready to be closed and opened again. */
export async function openOnSqlite<Store extends { close?: () => void }>(
  create: (database: Database) => Store,
) {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-sqlite-'))
  let database = openDatabase(folder)
  let store = create(database)
  const shut = () => {
    store.close?.()
    closeDatabase(database)
  }
  return {
    store,
    async reopen() {
      shut()
      database = openDatabase(folder)
      store = create(database)
      return store
    },
    async close() {
      shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
