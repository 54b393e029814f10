import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StorageError } from '../../contract/storage-error.ts'
import { DamagedData } from './damage.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { createDelayedWrites } from './delayed-writes.ts'

describe('delayed writes', () => {
  let folder: string
  let database: Database
  const faults: unknown[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    folder = mkdtempSync(join(tmpdir(), 'stretto-delayed-'))
    database = openDatabase(folder)
    database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)')
    faults.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })

  const notes = () =>
    (database.prepare('SELECT text FROM notes ORDER BY text').all() as Array<{ text: string }>).map(
      ({ text }) => text,
    )

  /** Two collections of notes that share the writes. */
  function collect() {
    const later = createDelayedWrites(database, (error) => faults.push(error))
    const insert = database.prepare('INSERT INTO notes VALUES (?)')
    const collector = () => {
      const waiting: string[] = []
      const writeLater = later.collect({
        write: () => {
          for (const text of waiting) insert.run(text)
        },
        clear: () => waiting.splice(0),
      })
      return (text: string) => {
        waiting.push(text)
        writeLater()
      }
    }
    return { later, first: collector(), second: collector() }
  }

  it('are written together within a second, each once', () => {
    const { first, second } = collect()
    first('a')
    second('b')
    expect(notes()).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(notes()).toEqual(['a', 'b'])
    first('c')
    vi.advanceTimersByTime(1_000)
    expect(notes()).toEqual(['a', 'b', 'c'])
  })

  it('are written at once when they are read or the database is closed', () => {
    const { later, first } = collect()
    first('a')
    later.flush()
    expect(notes()).toEqual(['a'])
    first('b')
    later.close()
    expect(notes()).toEqual(['a', 'b'])
    vi.advanceTimersByTime(5_000)
    expect(notes()).toEqual(['a', 'b'])
  })

  it('fail by name on a full disk, and are kept until there is space', () => {
    const { first } = collect()
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages}`)
    const long = 'a'.repeat(100_000)
    first(long)
    vi.advanceTimersByTime(1_000)
    expect(faults).toEqual([expect.any(StorageError)])
    // Tried after growing pauses, not every second of a long night.
    vi.advanceTimersByTime(3_600_000)
    expect(faults.length).toBeLessThan(100)
    database.exec('PRAGMA max_page_count = 1000000')
    vi.advanceTimersByTime(60_000)
    expect(notes()).toEqual([long])
    first('soon')
    vi.advanceTimersByTime(1_000)
    expect(notes()).toHaveLength(2)
  })

  it('are retried after a disk failure, while a damaged table is skipped', () => {
    const later = createDelayedWrites(database, (error) => faults.push(error))
    later.collect({
      write: () => {
        throw new DamagedData('a row cannot be read')
      },
      clear: () => {},
    })
    let isFull = true
    const written: string[] = []
    const writeLater = later.collect({
      write: () => {
        if (isFull) throw new StorageError('the disk is full', null)
        written.push('a')
      },
      clear: () => {},
    })
    writeLater()
    vi.advanceTimersByTime(1_000)
    expect(faults).toEqual([expect.any(StorageError)])
    isFull = false
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual(['a'])
  })

  it('are retried after a failure, and nothing is lost or written twice', () => {
    const { first, second } = collect()
    first('a')
    second('a')
    vi.advanceTimersByTime(1_000)
    expect(notes()).toEqual([])
    expect(faults).toHaveLength(1)
    database.exec('DROP TABLE notes; CREATE TABLE notes (text TEXT)')
    // The statement was made for the table before; it is made anew for this one.
    vi.advanceTimersByTime(1_000)
    expect(notes()).toEqual(['a', 'a'])
  })
})
