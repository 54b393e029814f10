import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from '../../contract/storage-error.ts'
import { createSqliteSql } from '../sqlite/sql.ts'
import { createDelayedWrites } from '../storage/delayed-writes.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'

describe('delayed writes to SQLite', () => {
  let folder: string
  let database: Database
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-delayed-'))
    database = openDatabase(folder)
    database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)')
  })
  afterEach(() => {
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })

  const notes = () =>
    (database.prepare('SELECT text FROM notes ORDER BY text').all() as Array<{ text: string }>).map(
      ({ text }) => text,
    )

  /** Notes that are written later, and a collection whose table is damaged. */
  function collect({ isDamaged = false } = {}) {
    const later = createDelayedWrites(createSqliteSql(database), () => {})
    const damaged = later.collect<number>({
      merge: Math.max,
      write: () => (isDamaged ? [{ sql: 'DELETE FROM a_table_that_is_gone', rows: [[]] }] : []),
    })
    const { add } = later.collect<number>({
      merge: Math.max,
      write: (entries) => [{ sql: 'INSERT INTO notes VALUES ($1)', rows: entries.map(([text]) => [text]) }],
    })
    damaged.add('row', 1)
    return { later, note: (text: string) => add(text, 1) }
  }

  it('are stored when they are flushed or closed', async () => {
    const { later, note } = collect()
    note('a')
    await later.flush()
    expect(notes()).toEqual(['a'])
    note('b')
    await later.close()
    expect(notes()).toEqual(['a', 'b'])
  })

  it('fail by name on a full disk, and are kept until there is space', async () => {
    const { later, note } = collect()
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages}`)
    const long = 'a'.repeat(100_000)
    note(long)
    await expect(later.flush()).rejects.toThrow(StorageError)
    database.exec('PRAGMA max_page_count = 1000000')
    await later.flush()
    expect(notes()).toEqual([long])
  })

  it('skip a damaged table', async () => {
    const { later, note } = collect({ isDamaged: true })
    note('a')
    await later.flush()
    expect(notes()).toEqual(['a'])
    note('b')
    await later.flush()
    expect(notes()).toEqual(['a', 'b'])
  })
})
