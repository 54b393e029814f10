import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '../../contract/start-error.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { LATEST_VERSION } from './migrations.ts'

describe('opening the database of a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-database-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('creates a missing folder and migrates the tables', () => {
    const database = openDatabase(join(folder, 'deep', 'state'))
    expect(database.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: LATEST_VERSION })
    closeDatabase(database)
  })

  it('reopens its data without migrating again', () => {
    closeDatabase(openDatabase(folder))
    const database = openDatabase(folder)
    expect(database.prepare('SELECT COUNT(*) AS count FROM tasks').get()).toMatchObject({ count: 0 })
    closeDatabase(database)
  })

  it('can be done by several services, of which each sees what the others have stored', () => {
    const [first, second] = [openDatabase(folder), openDatabase(folder)]
    first.exec("INSERT INTO cache_tallies VALUES ('key:alice', 1, 0, 0)")
    expect(second.prepare('SELECT lookups FROM cache_tallies').get()).toMatchObject({ lookups: 1 })
    closeDatabase(first)
    second.exec('UPDATE cache_tallies SET lookups = lookups + 1')
    closeDatabase(second)
    const third = openDatabase(folder)
    expect(third.prepare('SELECT lookups FROM cache_tallies').get()).toMatchObject({ lookups: 2 })
    closeDatabase(third)
  })

  it('rejects a folder that another process keeps locked, and names it', () => {
    const database = openDatabase(folder)
    database.exec('PRAGMA journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    expect(problemWith(folder)).toContain(`Another Stretto process is using the data in ${folder}`)
    database.exec('ROLLBACK')
    closeDatabase(database)
  })

  it('rejects data written by a newer version', () => {
    const database = openDatabase(folder)
    database.exec(`PRAGMA user_version = ${LATEST_VERSION + 1}`)
    closeDatabase(database)
    expect(problemWith(folder)).toContain('newer version of Stretto')
  })

  it.each([
    ['that is a file', () => join(folder, 'file')],
    ['below a file', () => join(folder, 'file', 'deep', 'state')],
    ['where the name of the database is taken by a folder', () => join(folder, 'taken')],
    ['with a file that is no database', () => join(folder, 'other')],
  ])('rejects a folder %s: names the variable, the path, the problem and an example', (_, pathOf) => {
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'taken', 'stretto.db'), { recursive: true })
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'other', 'stretto.db'), 'not a database '.repeat(500))
    const message = problemWith(pathOf())
    expect(message.startsWith(`DATA_DIR cannot be ${pathOf()}: `), message).toBe(true)
    expect(message).toMatch(/not a folder|cannot be opened|not a database/)
    expect(message).toContain('for example DATA_DIR=./data/state')
  })

  it.runIf(process.platform === 'linux')('does not hang if the system cannot create folders', () => {
    expect(problemWith('/proc/nope/state')).toContain('DATA_DIR cannot be /proc/nope/state: ')
  })

  it.runIf(process.getuid?.() !== 0)('rejects a folder that is not writable', () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o500 })
    expect(problemWith(join(folder, 'closed'))).toContain('not allowed to write')
    expect(problemWith(join(folder, 'closed', 'state'))).toContain('not allowed to write')
  })
})

function problemWith(folder: string): string {
  try {
    closeDatabase(openDatabase(folder))
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message
  }
}
