import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

describe('opening the database of a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-database-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('makes the folder where there is none and brings the tables up to date', () => {
    const database = openDatabase(join(folder, 'deep', 'state'))
    expect(database.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: MIGRATIONS.length })
    closeDatabase(database)
  })

  it('opens what it left, and migrates nothing twice', () => {
    closeDatabase(openDatabase(folder))
    const database = openDatabase(folder)
    expect(database.prepare('SELECT COUNT(*) AS count FROM tasks').get()).toMatchObject({ count: 0 })
    closeDatabase(database)
  })

  it('refuses a folder another service is using, and names it', () => {
    const database = openDatabase(folder)
    expect(() => openDatabase(folder)).toThrow(`Another Stretto is using the data in ${folder}`)
    closeDatabase(database)
  })

  it('refuses data written by a newer version', () => {
    const database = openDatabase(folder)
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
    closeDatabase(database)
    expect(() => openDatabase(folder)).toThrow(/newer Stretto/)
  })
})
