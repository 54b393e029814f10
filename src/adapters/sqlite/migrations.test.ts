import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { FIRST_VERSION } from './migrations.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('refuses a database of an earlier version with other tables, and says what to do', () => {
  const earlier = new Libsql(join(folder, 'stretto.db'))
  earlier.exec(`CREATE TABLE tasks (id TEXT); PRAGMA user_version = ${FIRST_VERSION - 1}`)
  earlier.close()
  expect(() => openDatabase(folder)).toThrow(
    /by an earlier version .* Nothing was changed.* set DATA_DIR to another folder/,
  )
})
