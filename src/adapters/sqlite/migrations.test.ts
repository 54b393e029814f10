import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from './database.ts'
import { FIRST_VERSION, LATEST_VERSION, migrationsAfter } from './migrations.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('brings a database of the first version to the current one, with what is in it', () => {
  const first = new Libsql(join(folder, 'stretto.db'))
  first.exec(`${migrationsAfter(0)[0]}; PRAGMA user_version = ${FIRST_VERSION}`)
  first.exec("INSERT INTO cache_tallies VALUES ('key:alice', 3, 2, 1.5)")
  first.close()
  const database = openDatabase(folder)
  expect(database.prepare('SELECT lookups FROM cache_tallies').all()).toMatchObject([{ lookups: 3 }])
  expect(database.prepare('PRAGMA user_version').all()).toMatchObject([{ user_version: LATEST_VERSION }])
  const dropped = "SELECT name FROM sqlite_schema WHERE name LIKE 'model_reliability%'"
  expect(database.prepare(dropped).all()).toEqual([])
  closeDatabase(database)
})

it('refuses a database of an earlier version with other tables, and says what to do', () => {
  const earlier = new Libsql(join(folder, 'stretto.db'))
  earlier.exec(`CREATE TABLE tasks (id TEXT); PRAGMA user_version = ${FIRST_VERSION - 1}`)
  earlier.close()
  expect(() => openDatabase(folder)).toThrow(
    /by an earlier version .* Nothing was changed.* set DATA_DIR to another folder/,
  )
})
