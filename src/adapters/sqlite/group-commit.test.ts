import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { StorageError } from '../../contract/storage-error.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'

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
    const { write } = database.writes
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
    const { write } = database.writes
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

  it('are kept when one ends the transaction of all, and later ones are written again', async () => {
    const { write } = database.writes
    const failing = await Promise.allSettled([
      write(() => note('a')),
      // Ends the transaction under the feet of the others.
      write(() => database.exec('ROLLBACK')),
    ])
    expect(failing.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await write(() => note('b'))
    expect(notes()).toEqual(['a', 'b'])
  })

  it('fail by name on a full disk, although SQLite has rolled back by itself, and continue once there is space', async () => {
    const { write } = database.writes
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages}`)
    const failing = await Promise.allSettled([write(() => note('a')), write(() => note('b'.repeat(100_000)))])
    expect(failing).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { reason: 'the disk is full' } },
    ])
    expect((failing[1] as PromiseRejectedResult).reason).toBeInstanceOf(StorageError)
    expect(database.storage.problem()).toBe('Data cannot be stored: the disk is full.')
    database.exec('PRAGMA max_page_count = 1000000')
    await write(() => note('c'))
    expect(notes()).toEqual(['a', 'c'])
  })

  it('are stored if the database is closed before their turn, and fail if it is closed already', async () => {
    const { write } = database.writes
    const early = write(() => note('a'))
    closeDatabase(database)
    const late = write(() => note('b'))
    expect(await early).toBe(1)
    await expect(late).rejects.toThrow('The database is closed.')
    database = openDatabase(folder)
    expect(notes()).toEqual(['a'])
  })

  it('wait for the disk if one of them does', async () => {
    const levels: unknown[] = []
    const level = () => levels.push(database.prepare('PRAGMA synchronous').get())
    await database.writes.write(level)
    await Promise.all([database.writes.write(level), database.writes.write(() => {}, { waitsForDisk: true })])
    expect(levels).toMatchObject([{ synchronous: 1 }, { synchronous: 2 }])
  })

  it('pause after a group for as long as it took, and for a moment after a single one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { write } = database.writes
    const takeLong = () => void vi.advanceTimersByTime(2)
    await write(takeLong)
    const group = Promise.all([write(takeLong), write(takeLong)])
    vi.advanceTimersByTime(2)
    await group
    const stored: string[] = []
    const next = write(() => note('next')).then(() => stored.push('next'))
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(stored).toEqual([])
    vi.advanceTimersByTime(20)
    await next
    expect(notes()).toEqual(['next'])
  })

  it('are stored in several groups if they take long, in order, unless one is urgent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { write } = database.writes
    const takeLong = (text: string) => () => {
      vi.advanceTimersByTime(3)
      return note(text)
    }
    const [first, second, third] = ['a', 'b', 'c'].map((text) => write(takeLong(text)))
    await Promise.all([first, second])
    expect(notes()).toEqual(['a', 'b'])
    vi.advanceTimersByTime(10)
    await third
    const waiting = ['d', 'e', 'f'].map((text) => write(takeLong(text)))
    await write(takeLong('g'), { isUrgent: true })
    expect(notes()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    await Promise.all(waiting)
  })

  it('fail together by name, without a try for each, while another program writes', async () => {
    const other = openDatabase(folder)
    other.exec('BEGIN IMMEDIATE')
    const tries = vi.spyOn(database, 'exec')
    const stuck = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => database.writes.write(() => note(text))),
    )
    other.exec('ROLLBACK')
    closeDatabase(other)
    for (const outcome of stuck)
      expect(outcome).toMatchObject({ reason: { reason: 'another process keeps the database locked' } })
    expect(tries.mock.calls.filter(([sql]) => sql === 'BEGIN IMMEDIATE')).toHaveLength(1)
    await database.writes.write(() => note('d'))
    expect(notes()).toEqual(['d'])
  })

  it('can be written before their turn, for a database that is about to be closed', () => {
    const { write, flush } = database.writes
    void write(() => note('a'))
    flush()
    expect(notes()).toEqual(['a'])
  })
})

describe('a write that cannot wait for its turn', () => {
  it('is stored when the call returns, together with what waits', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stretto-group-'))
    const database = openDatabase(folder)
    database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)')
    const note = (text: string) => database.prepare('INSERT INTO notes VALUES (?)').run(text).changes
    const waiting = database.writes.write(() => note('a'))
    const urgent = database.writes.write(() => note('b'), { isUrgent: true })
    expect(database.prepare('SELECT text FROM notes').all()).toMatchObject([{ text: 'a' }, { text: 'b' }])
    expect(await Promise.all([waiting, urgent])).toEqual([1, 1])
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })
})
