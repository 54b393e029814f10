import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '../../contract/start-error.ts'
import { query } from '../storage/sql.ts'
import { checkDatabase, closeDatabase, openDatabase } from './database.ts'
import { FIRST_VERSION, LATEST_VERSION } from './migrations.ts'
import { createSqliteSql } from './sql.ts'

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

  it('rejects a folder that another process keeps locked, and names it', () => {
    const database = openDatabase(folder)
    database.exec('PRAGMA journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    expect(problemWith(folder)).toContain(`Another process is using the data in ${folder}`)
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
  ])('rejects a folder %s: names the variable, the path, the problem and an example', (_, pathOf) => {
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'taken', 'stretto.db'), { recursive: true })
    const message = problemWith(pathOf())
    expect(message.startsWith(`DATA_DIR cannot be ${pathOf()}: `), message).toBe(true)
    expect(message).toMatch(/not a folder|cannot be opened/)
    expect(message).toContain('for example DATA_DIR=./data/state')
  })

  /** Fills a file with some pages and writes over one of them. */
  function damagePage(offset: number): void {
    const database = openDatabase(folder)
    const fill = database.prepare("INSERT INTO vectors VALUES ('sample', ?, randomblob(3000))")
    for (let row = 0; row < 50; row++) fill.run(`text ${row}`)
    closeDatabase(database)
    const file = readFileSync(join(folder, 'stretto.db'))
    file.fill(0xa5, offset, offset + 4096)
    writeFileSync(join(folder, 'stretto.db'), file)
  }

  it.each([
    ['begins with other bytes', () => damagePage(0)],
    ['has a damaged page', () => damagePage(4096 * 60)],
    ['is none', () => writeFileSync(join(folder, 'stretto.db'), 'not a database '.repeat(500))],
  ])('rejects a file that %s: names it and says how to restore it', (_, damage) => {
    damage()
    const file = join(folder, 'stretto.db')
    const message = problemWith(folder)
    expect(message).toMatch(/ is damaged \(.+\)\. Restore it from a backup, or /)
    expect(message).toContain(`The file ${file} is damaged`)
    expect(message).toContain(`sqlite3 ${file}.damaged .recover | sqlite3 ${file}`)
    expect(() => checkDatabase(folder)).toThrow(message)
  })

  it('does not change a file that is only checked', () => {
    const database = openDatabase(folder)
    database.exec(`PRAGMA user_version = ${FIRST_VERSION}`)
    closeDatabase(database)
    checkDatabase(folder)
    const file = new Libsql(join(folder, 'stretto.db'))
    expect(file.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: FIRST_VERSION })
    file.close()
  })

  it('reads what is not UTF-8 without an end of the process', async () => {
    const database = openDatabase(folder)
    database.exec(`INSERT INTO cache_tallies VALUES (CAST(x'ff41' AS TEXT), CAST(x'fe' AS TEXT), 0, 0)`)
    const columns = { scope: 'text', lookups: 'number' } as const
    const rows = await createSqliteSql(database).read(query(columns, 'FROM cache_tallies'), [])
    expect(rows).toEqual([{ scope: '\uFFFDA', lookups: 0 }])
    closeDatabase(database)
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
