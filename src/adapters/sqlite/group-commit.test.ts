import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from '../../contract/storage-error.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { createGroupCommit } from './group-commit.ts'

describe('writes that share a transaction', () => {
  let folder: string
  let database: Database
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-group-'))
    database = openDatabase(folder)
    database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)')
  })
  afterEach(() => {
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })

  const note = (text: string) => database.prepare('INSERT INTO notes VALUES (?)').run(text).changes
  const notes = () =>
    (database.prepare('SELECT text FROM notes ORDER BY text').all() as Array<{ text: string }>).map(
      ({ text }) => text,
    )

  it('run in order, each with its own result, and resolve when they are on disk', async () => {
    const { write } = createGroupCommit(database, { waitsForDisk: true })
    const open: boolean[] = []
    const settled = Promise.all([
      write(() => note('a')),
      write(() => {
        open.push(database.inTransaction)
        return notes()
      }),
    ])
    expect(notes()).toEqual([])
    expect(await settled).toEqual([1, ['a']])
    expect([open, database.inTransaction]).toEqual([[true], false])
  })

  it('keep the writes of the others when one fails', async () => {
    const { write } = createGroupCommit(database, { waitsForDisk: true })
    const settled = await Promise.allSettled([
      write(() => note('a')),
      write(() => {
        note('b')
        note('a')
      }),
      write(() => note('c')),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(notes()).toEqual(['a', 'c'])
  })

  it('all fail when the transaction fails, and later ones are written again', async () => {
    const { write } = createGroupCommit(database, { waitsForDisk: true })
    const failing = await Promise.allSettled([
      write(() => note('a')),
      // Ends the transaction under the feet of the others.
      write(() => database.exec('ROLLBACK')),
    ])
    expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await write(() => note('b'))
    expect(notes()).toEqual(['b'])
  })

  it('fail by name on a full disk, although SQLite has rolled back by itself, and continue once there is space', async () => {
    const { write } = createGroupCommit(database, { waitsForDisk: true })
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages}`)
    const failing = await Promise.allSettled([
      write(() => note('a')),
      write(() => note('b'.repeat(100_000))),
      write(() => note('c')),
    ])
    for (const outcome of failing) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'the disk is full' } })
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(StorageError)
    }
    expect(database.storage.problem()).toBe('Data cannot be stored: the disk is full.')
    database.exec('PRAGMA max_page_count = 1000000')
    await write(() => note('d'))
    expect(notes()).toEqual(['d'])
  })

  it('fail if the database is closed before their turn', async () => {
    const { write } = createGroupCommit(database, { waitsForDisk: true })
    const late = write(() => note('a'))
    closeDatabase(database)
    await expect(late).rejects.toThrow('The database is closed.')
    database = openDatabase(folder)
  })

  it('can be written before their turn, for a database that is about to be closed', () => {
    const { write, flush } = createGroupCommit(database, { waitsForDisk: true })
    void write(() => note('a'))
    flush()
    expect(notes()).toEqual(['a'])
  })
})
