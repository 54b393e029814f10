import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/fresh-folder.ts'
import { makeDataFolder, makePrivate } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = freshFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('a new data folder and its files are for their user alone', () => {
  const data = join(folder, 'data')
  makeDataFolder(data)
  makePrivate(join(data, 'stretto.db'))
  expect([rightsOf(data), rightsOf(join(data, 'stretto.db'))]).toEqual(['700', '600'])
})

test('those that are there are narrowed, the log beside a database too', () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  const files = ['stretto.db', 'stretto.db-wal', 'stretto.db-shm'].map((name) => join(data, name))
  for (const file of files) writeFileSync(file, '')
  for (const path of [data, ...files]) chmodSync(path, path === data ? 0o755 : 0o644)
  makeDataFolder(data)
  makePrivate(files[0]!)
  expect([data, ...files].map(rightsOf)).toEqual(['700', '600', '600', '600'])
})

test('a folder that has other things in it keeps its rights', () => {
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'notes.txt'), '')
  makeDataFolder(folder)
  expect(rightsOf(folder)).toBe('755')
})
