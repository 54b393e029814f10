import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from '../../contract/storage-error.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { transact } from './transaction.ts'

describe('a transaction', () => {
  let folder: string
  let database: Database
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-transaction-'))
    database = openDatabase(folder)
    database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)')
  })
  afterEach(() => {
    if (database.open) closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })

  const note = (text: string) => database.prepare('INSERT INTO notes VALUES (?)').run(text)
  const count = () => database.prepare('SELECT COUNT(*) AS count FROM notes').get()

  it('is atomic, and fails with the original error', () => {
    expect(transact(database, () => note('a').changes)).toBe(1)
    const twice = () => {
      note('b')
      note('a')
    }
    expect(() => transact(database, twice)).toThrow(/UNIQUE/)
    expect(count()).toMatchObject({ count: 1 })
    expect(database.storage.problem()).toBeNull()
  })

  it('fails with a StorageError on a full disk, although SQLite has rolled back by itself', () => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages}`)
    expect(() => transact(database, () => note('a'.repeat(100_000)))).toThrow(StorageError)
    database.exec('PRAGMA max_page_count = 1000000')
    transact(database, () => note('b'))
    expect(count()).toMatchObject({ count: 1 })
  })

  it('fails on a closed database without ending the process', () => {
    closeDatabase(database)
    expect(() => transact(database, () => 1)).toThrow()
  })
})
