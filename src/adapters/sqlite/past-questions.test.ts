import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleResult, sampleVector } from '../../../test/support/samples.ts'
import { openPastQuestions } from '../../../test/support/sqlite.ts'
import type { PastQuestions } from '../../cache/past-questions.ts'
import type { DelayedWrites } from '../storage/delayed-writes.ts'
import { createDelayedWrites } from '../storage/delayed-writes.ts'
import { createQuestionPairs } from '../storage/question-pairs.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { createHeldResults, openSqlitePastQuestions } from './past-questions.ts'
import { createSqliteSql } from './sql.ts'

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

  it('find what was stored, embedded anew and not removed before they were opened, however much', async () => {
    const ids = Array.from({ length: 300 }, (_, place) => `id ${place}`)
    await Promise.all(ids.map((id) => past.save(asked(id), sampleVector())))
    await past.save(asked('late'), null)
    const [question] = await past.outdated(0, 1)
    await past.setVectors(new Map([[question!.number, sampleVector()]]))
    await past.remove(['id 7'])
    const found = await nearest()
    expect(found).toHaveLength(300)
    expect(found).toContain('late')
    expect(found).not.toContain('id 7')
    expect((await nearest(await openPastQuestions(database, later))).sort()).toEqual(found.sort())
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

describe('the results held in memory', () => {
  const filter = { scope: 'key:alice', router: 'offline', edition: 'current', fingerprint: 'panel' }

  /** A result of a certain size. */
  const sized = (changes: Parameters<typeof sampleResult>[0], bytes = 100) => ({
    result: sampleResult(changes),
    bytes,
  })

  it('are the most recently served ones, up to a maximum size', () => {
    const held = createHeldResults(200)
    for (const query of ['a', 'b', 'a', 'c']) held.hold(query, filter, sized({ id: query }))
    expect(held.get('a', filter, 5_000)?.id).toBe('a')
    expect(held.get('b', filter, 5_000)).toBeNull()
    expect(held.get('c', filter, 5_000)?.id).toBe('c')
  })

  it('are fewer if they are large, and never one larger than what may be held', () => {
    const held = createHeldResults(150)
    for (const query of ['a', 'b', 'c']) held.hold(query, filter, sized({ id: query }, 60))
    expect(['a', 'b', 'c'].map((query) => held.get(query, filter, 5_000)?.id)).toEqual([undefined, 'b', 'c'])
    held.hold('large', filter, sized({ id: 'large' }, 151))
    expect(held.get('large', filter, 5_000)).toBeNull()
  })

  it('are kept in the order in which they were served', () => {
    const held = createHeldResults(200)
    for (const query of ['a', 'b']) held.hold(query, filter, sized({ id: query }))
    held.get('a', filter, 5_000)
    held.hold('c', filter, sized({ id: 'c' }))
    expect(held.get('a', filter, 5_000)?.id).toBe('a')
    expect(held.get('b', filter, 5_000)).toBeNull()
  })

  it('are returned until they expire', () => {
    const held = createHeldResults(200)
    held.hold('a', filter, sized({ id: 'a', servedUntil: 10_000 }))
    expect(held.get('a', filter, 9_999)?.id).toBe('a')
    expect(held.get('a', filter, 10_000)).toBeNull()
  })

  it.each([
    ['scope', { scope: 'key:bob' }],
    ['router', { router: 'openrouter' }],
    ['edition', { edition: 'older' }],
    ['panel', { fingerprint: 'another' }],
    ['panel', { fingerprint: null }],
  ])('are not returned for another %s', (_, other) => {
    const held = createHeldResults(200)
    held.hold('a', filter, sized({ id: 'a' }))
    expect(held.get('a', { ...filter, ...other }, 5_000)).toBeNull()
  })

  it('are dropped when removed, under every panel they were found for, and the others stay', () => {
    const held = createHeldResults(500)
    held.hold('a', filter, sized({ id: 'one' }))
    held.hold('a', { ...filter, fingerprint: null }, sized({ id: 'one' }))
    held.hold('b', filter, sized({ id: 'two' }))
    held.remove(['one', 'never there'])
    expect(held.get('a', filter, 5_000)).toBeNull()
    expect(held.get('a', { ...filter, fingerprint: null }, 5_000)).toBeNull()
    expect(held.get('b', filter, 5_000)?.id).toBe('two')
  })
})
