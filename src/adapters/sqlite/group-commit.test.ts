import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

  it('are done in their order, each with its own result, and settle when they are on disk', async () => {
    const { write } = createGroupCommit(database)
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

  it('keep what the others wrote when one fails half-way', async () => {
    const { write } = createGroupCommit(database)
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

  it('all fail when the transaction does, and the next ones are written again', async () => {
    const { write } = createGroupCommit(database)
    const failing = await Promise.allSettled([
      write(() => note('a')),
      // Ends the transaction under the feet of the others.
      write(() => database.exec('ROLLBACK')),
    ])
    expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await write(() => note('b'))
    expect(notes()).toEqual(['b'])
  })

  it('can be written before their turn, for a database that is about to be closed', () => {
    const { write, flush } = createGroupCommit(database)
    void write(() => note('a'))
    flush()
    expect(notes()).toEqual(['a'])
  })
})
