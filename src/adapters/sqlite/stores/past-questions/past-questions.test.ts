import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '../../../../../test/support/patience.ts'
import { sampleResult, sampleVector } from '../../../../../test/support/samples.ts'
import { openPastQuestions } from '../../../../../test/support/sqlite.ts'
import type { PastQuestions } from '../../../../cache/past-questions.ts'
import { createSqliteSql } from '../../../sqlite/sql.ts'
import type { DelayedWrites } from '../../../storage/delayed-writes.ts'
import { createDelayedWrites } from '../../../storage/delayed-writes.ts'
import { createQuestionPairs } from '../../../storage/question-pairs.ts'
import { closeDatabase, type Database, openDatabase } from '../../database.ts'
import { openSqlitePastQuestions } from './past-questions.ts'

describe('the past questions in SQLite', () => {
  let folder: string
  let database: Database
  let later: DelayedWrites
  let past: PastQuestions
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-questions-'))
    database = openDatabase(folder)
    later = createDelayedWrites(createSqliteSql(database), () => {})
    past = await openPastQuestions(database, later)
  })
  afterEach(async () => {
    await later.close()
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })

  const filter = { scope: 'key:alice', router: 'offline', edition: 'current', fingerprint: 'panel' }
  const count = (table: string) =>
    (database.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }).count
  const asked = (id: string) => sampleResult({ id, query: `${id}?`, normalisedQuery: id })
  const nearest = async (from = past, limit = 500) =>
    (await from.nearest(sampleVector(), filter, { limit })).map(({ resultId }) => resultId)

  /** Another process on the same file. */
  async function inAnotherProcess<Result>(work: (other: PastQuestions) => Promise<Result>): Promise<Result> {
    const connection = openDatabase(folder)
    const writes = createDelayedWrites(createSqliteSql(connection), () => {})
    try {
      return await work(await openPastQuestions(connection, writes))
    } finally {
      writes.close()
      closeDatabase(connection)
    }
  }

  it('read no answer of another result to find one, nor any to find the nearest', async () => {
    await past.save(sampleResult({ id: 'the one' }), sampleVector())
    const others = [
      { scope: 'key:bob' },
      { router: 'openrouter' },
      { edition: 'older' },
      { fingerprint: 'another' },
      { servedUntil: 2_000 },
      { normalisedQuery: 'what is heat' },
    ]
    for (const [place, other] of others.entries())
      await past.save(sampleResult({ id: `other ${place}`, createdAt: 1_500, ...other }), sampleVector())
    database.exec("UPDATE results SET response = 'not JSON' WHERE id <> 'the one'")
    expect((await past.findExact('what is light', filter, 5_000))?.id).toBe('the one')
    expect((await past.get('the one', 'key:alice'))?.id).toBe('the one')
    expect(await nearest()).toHaveLength(2)
  })

  it('store the vector of a question once', async () => {
    for (const id of ['one', 'two', 'three']) await past.save(sampleResult({ id }), sampleVector())
    expect([count('results'), count('questions'), count('question_vectors')]).toEqual([3, 1, 1])
  })

  it('write the use of a result to disk only later', async () => {
    await past.save(sampleResult({ id: 'one' }), sampleVector())
    const usedAt = () => database.prepare('SELECT used_at FROM results').get()
    past.markUsed('one', 2_000)
    expect(usedAt()).toMatchObject({ used_at: 1_000 })
    await later.flush()
    expect(usedAt()).toMatchObject({ used_at: 2_000 })
  })

  it('leave nothing of a removed result behind, not even delayed writes', async () => {
    const pairs = createQuestionPairs(createSqliteSql(database), later)
    const empty = tableCounts()
    await past.save(sampleResult({ id: 'one' }), sampleVector())
    pairs.noteServed('one', 'tell me what light is', 1)
    expect(await pairs.servedTo('one')).toHaveLength(1)
    pairs.noteServed('one', 'light, what is it', 2)
    past.markUsed('one', 2)
    expect(tableCounts()).not.toEqual(empty)
    await past.remove(['one'])
    await later.flush()
    expect(tableCounts()).toEqual(empty)
  })

  function tableCounts(): Record<string, number> {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all() as Array<{ name: string }>
    return Object.fromEntries(tables.map(({ name }) => [name, count(name)]))
  }

  it('find what another process has stored since, and nothing it has removed', async () => {
    await past.save(asked('one'), sampleVector())
    expect(await nearest()).toEqual(['one'])
    await inAnotherProcess(async (other) => {
      expect(await nearest(other)).toEqual(['one'])
      await other.save(asked('two'), sampleVector())
      // Whether another process has written is asked every few milliseconds.
      await vi.waitFor(async () => expect((await nearest()).sort()).toEqual(['one', 'two']), PATIENCE)
      await other.remove(['two'])
      expect(await nearest()).toEqual(['one'])
      // The table reuses no number, not even of the last row.
      await other.save(asked('three'), sampleVector())
      await vi.waitFor(async () => expect((await nearest()).sort()).toEqual(['one', 'three']), PATIENCE)
    })
  })

  it('find what another process has embedded anew', async () => {
    await past.save(asked('one'), null)
    expect(await nearest()).toEqual([])
    await inAnotherProcess(async (other) => {
      const [question] = await other.outdated(0, 1)
      await other.setVectors(new Map([[question!.number, sampleVector()]]))
    })
    await vi.waitFor(async () => expect(await nearest()).toEqual(['one']), PATIENCE)
  })

  it('find very many stored by another process, some at once and the rest a moment later', async () => {
    await inAnotherProcess(async (other) => {
      const ids = Array.from({ length: 300 }, (_, place) => `id ${place}`)
      await Promise.all(ids.map((id) => other.save(asked(id), sampleVector())))
    })
    expect(await nearest()).toHaveLength(128)
    await vi.waitFor(async () => expect(await nearest()).toHaveLength(300), PATIENCE)
  })

  it('forget the vectors of what another process has removed when old results are deleted', async () => {
    for (const id of ['one', 'two', 'three']) await past.save(asked(id), sampleVector())
    await inAnotherProcess((other) => other.remove(['one', 'three']))
    // With room for one neighbour only, those removed hide the one that is left.
    expect(await nearest(past, 1)).toEqual(['two'])
    await past.expire(0)
    expect(await nearest(past, 1)).toEqual(['two'])
    expect(await nearest()).toEqual(['two'])
  })

  it('open within three seconds, however long reading all vectors takes; exact text is found meanwhile', async () => {
    for (let place = 0; place < 200; place++) await past.save(asked(`id ${place}`), sampleVector())
    vi.useFakeTimers()
    const rest = () => new Promise<never>(() => {})
    const sql = createSqliteSql(database)
    const parts = { database, sql, later, embedder: 'sample', mostQuestions: 1_000, rest }
    const opening = openSqlitePastQuestions(parts)
    await vi.advanceTimersByTimeAsync(3_000)
    const opened = await opening
    vi.useRealTimers()
    expect((await opened.findExact('id 199', filter, 5_000))?.id).toBe('id 199')
  })
})
