import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  sampleEdgeResponse,
  sampleRequest,
  sampleTask,
  sampleTaskResult,
  sampleVector,
} from '../../../test/support/samples.ts'
import { openPastQuestions } from '../../../test/support/sqlite.ts'
import { createSqliteTaskPorts } from '../../../test/support/task-ports.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { createSqliteDelayedWrites } from './delayed-writes.ts'
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
    const later = createSqliteDelayedWrites(database, () => {})
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

/** What every version has stored of a task and of a result, by the names that its columns had. */
const STORED: Record<string, Record<string, unknown>> = {
  tasks: {
    id: 'task',
    scope: 'key:alice',
    request: JSON.stringify(sampleRequest),
    status: 'completed',
    progress: 1,
    result: JSON.stringify(sampleTaskResult('task')),
    error: null,
    created_at: 1_000,
    updated_at: 2_000,
    idempotency_key: 'once',
    uses_caller_key: 0,
    checkpoint: null,
    warnings: '[]',
  },
  vectors: { embedder: 'sample', text_hash: 'hash', vector: Buffer.from(sampleVector().buffer) },
  model_reliability: {
    ...{ scope: 'key:alice', provider: 'openrouter', model: 'vendor/first' },
    ...{ answered: 3, won: 2, updated_at: 1_000 },
  },
  cache_tallies: { scope: 'key:alice', lookups: 3, hits: 2, similarity_sum: 1.5 },
  questions: {
    ...{ number: 1, scope: 'key:alice', router: 'offline', fingerprint: 'panel', edition: '' },
    ...{ normalised_query: 'what is light', embedder: 'sample' },
  },
  question_vectors: { number: 1, question: 1, vector: Buffer.from(sampleVector().buffer) },
  results: {
    ...{ id: 'one', scope: 'key:alice', router: 'offline', fingerprint: 'panel', edition: '' },
    ...{
      query: 'What is light?',
      normalised_query: 'what is light',
      embedder: 'sample',
      question: 1,
      bytes: 14,
    },
    ...{ created_at: 1_000, served_until: 10_000, kept_until: 20_000, used_at: 1_000 },
    response: JSON.stringify(sampleEdgeResponse('one', 'What is light?')),
    vector: Buffer.from(sampleVector().buffer),
  },
  result_responses: { id: 'one', response: JSON.stringify(sampleEdgeResponse('one', 'What is light?')) },
  result_vectors: { id: 'one', vector: Buffer.from(sampleVector().buffer) },
}

describe('a database of any earlier version', () => {
  it.each(MIGRATIONS.map((_, place) => place + 1))('keeps what it held in version %i', async (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'stretto-migrations-'))
    const earlier = new Libsql(join(folder, 'stretto.db'))
    for (const migration of MIGRATIONS.slice(0, version)) earlier.exec(migration)
    earlier.exec(`PRAGMA user_version = ${version}`)
    const tables: string[] = []
    for (const [table, values] of Object.entries(STORED)) {
      const columns = (earlier.prepare(`PRAGMA table_info(${table})`).all() as Array<{ name: string }>).map(
        ({ name }) => name,
      )
      if (columns.length === 0) continue
      tables.push(table)
      earlier
        .prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
        .run(...columns.map((column) => values[column]))
    }
    earlier.close()

    const database = openDatabase(folder)
    const { store } = createSqliteTaskPorts(database)
    const task = sampleTask({ id: 'task', status: 'completed', progress: 1, idempotencyKey: 'once' })
    const finished = { ...task, result: sampleTaskResult('task'), updatedAt: 2_000 }
    expect(await store.get('task', 'key:alice')).toEqual(finished)
    expect(await store.findByIdempotencyKey('once', 'key:alice')).toEqual(finished)
    const past = await openPastQuestions(
      database,
      createSqliteDelayedWrites(database, () => {}),
    )
    expect((await past.get('one', 'key:alice'))?.response).toEqual(
      sampleEdgeResponse('one', 'What is light?'),
    )
    const filter = { scope: 'key:alice', router: 'offline', edition: null, fingerprint: null }
    expect(await past.nearest(sampleVector(), filter, { limit: 5 })).toMatchObject([
      { query: 'What is light?', cosine: expect.closeTo(1, 4) },
    ])
    expect(database.prepare('SELECT hits FROM cache_tallies').get()).toMatchObject({ hits: 2 })
    const rows = (table: string) => database.prepare(`SELECT * FROM ${table}`).all()
    for (const table of ['vectors', 'model_reliability'])
      expect(rows(table), table).toHaveLength(tables.includes(table) ? 1 : 0)
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })
})
