import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleEdgeResponse, sampleVector } from '../../../test/support/samples.ts'
import { openPastQuestions } from '../../../test/support/sqlite.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { createDelayedWrites } from './delayed-writes.ts'
import { MIGRATIONS } from './migrations.ts'

/** The version before answers and vectors got tables of their own. */
const ONE_TABLE = 3

describe('a database of an earlier version', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-migrations-'))
    mkdirSync(folder, { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Two results as they were stored then, the second without a vector. */
  function writeEarlier(): void {
    const database = new Libsql(join(folder, 'stretto.db'))
    for (const migration of MIGRATIONS.slice(0, ONE_TABLE)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${ONE_TABLE}`)
    const insert = database.prepare('INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    for (const [id, vector] of [
      ['one', Buffer.from(sampleVector().buffer)],
      ['two', Buffer.alloc(0)],
    ] as const) {
      const response = JSON.stringify(sampleEdgeResponse(id, 'What is light?'))
      const query = 'what is light'
      insert.run(
        id,
        'key:alice',
        'offline',
        'panel',
        query,
        response,
        vector,
        'sample',
        1_000,
        10_000,
        20_000,
      )
    }
    database.exec("INSERT INTO cache_tallies VALUES ('key:alice', 3, 2, 1.5)")
    database.close()
  }

  it('keeps its results, which can be looked up but belong to no edition', async () => {
    writeEarlier()
    const database = openDatabase(folder)
    const later = createDelayedWrites(database, () => {})
    const past = await openPastQuestions(database, later)
    const one = await past.get('one', 'key:alice')
    expect(one).toEqual({
      id: 'one',
      scope: 'key:alice',
      router: 'offline',
      fingerprint: 'panel',
      edition: '',
      query: 'What is light?',
      normalisedQuery: 'what is light',
      createdAt: 1_000,
      servedUntil: 10_000,
      keptUntil: 20_000,
      response: sampleEdgeResponse('one', 'What is light?'),
    })
    const filter = { scope: 'key:alice', router: 'offline', edition: null, fingerprint: null }
    const near = await past.nearest(sampleVector(), filter, { limit: 5 })
    expect(near).toMatchObject([{ query: 'What is light?', cosine: expect.closeTo(1, 4) }])
    const bytes = Buffer.byteLength(JSON.stringify(sampleEdgeResponse('one', 'What is light?')))
    expect(await past.count()).toEqual({ entries: 2, bytes: 2 * (bytes + 'What is light?'.length) })
    expect(database.prepare('SELECT hits FROM cache_tallies').get()).toMatchObject({ hits: 2 })
    expect(await past.remove(['one', 'two'])).toBe(2)
    expect(await past.count()).toEqual({ entries: 0, bytes: 0 })
    closeDatabase(database)
  })

  it('has no answers left in the table of results', () => {
    writeEarlier()
    const database = openDatabase(folder)
    const columns = database.prepare('PRAGMA table_info(results)').all() as Array<{ name: string }>
    expect(columns.map(({ name }) => name)).not.toContain('response')
    expect(columns.map(({ name }) => name)).not.toContain('vector')
    closeDatabase(database)
  })
})
