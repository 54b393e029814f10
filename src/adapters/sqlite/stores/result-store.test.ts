import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleResult, sampleVector } from '../../../../test/support/samples.ts'
import type { ResultStore } from '../../../cache/result-store.ts'
import { closeDatabase, type Database, openDatabase } from '../database.ts'
import { createDelayedWrites, type DelayedWrites } from '../delayed-writes.ts'
import { createSqliteQuestionPairs } from './question-pairs.ts'
import { createSqliteResultStore } from './result-store.ts'

describe('the result store in SQLite', () => {
  let folder: string
  let database: Database
  let later: DelayedWrites
  let store: ResultStore
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-results-'))
    database = openDatabase(folder)
    later = createDelayedWrites(database, () => {})
    store = createSqliteResultStore(database, later)
  })
  afterEach(() => {
    later.close()
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })

  const filter = { scope: 'key:alice', router: 'offline', edition: 'current', fingerprint: 'panel' }
  const count = (table: string) =>
    (database.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }).count

  it('neither reads nor parses the answers of other results to find one', async () => {
    await store.save(sampleResult({ id: 'the one' }), sampleVector())
    const others = [
      { scope: 'key:bob' },
      { router: 'openrouter' },
      { edition: 'older' },
      { fingerprint: 'another' },
      { servedUntil: 2_000 },
      { normalisedQuery: 'what is heat' },
    ]
    for (const [place, other] of others.entries())
      await store.save(sampleResult({ id: `other ${place}`, createdAt: 1_500, ...other }), sampleVector())
    database.exec("UPDATE result_responses SET response = 'not JSON' WHERE id <> 'the one'")
    expect((await store.findExact('what is light', filter, 5_000))?.id).toBe('the one')
    expect((await store.get('the one', 'key:alice'))?.id).toBe('the one')
  })

  it('lists results and reads vectors without the table of answers', async () => {
    await store.save(sampleResult({ id: 'one' }), sampleVector())
    database.exec('ALTER TABLE result_responses RENAME TO elsewhere')
    expect((await store.list()).map(({ id }) => id)).toEqual(['one'])
    expect((await store.vectorsOf(['one'])).size).toBe(1)
  })

  it('writes the use of a result to disk only later', async () => {
    await store.save(sampleResult({ id: 'one' }), sampleVector())
    store.markUsed('one', 2_000)
    expect((await store.list())[0]?.usedAt).toBe(1_000)
    later.flush()
    expect((await store.list())[0]?.usedAt).toBe(2_000)
  })

  it('leaves nothing of a removed result behind, not even delayed writes', async () => {
    const pairs = createSqliteQuestionPairs(database, later)
    await store.save(sampleResult({ id: 'one' }), sampleVector())
    pairs.noteServed('one', 'tell me what light is', 1)
    expect(await pairs.servedTo('one')).toHaveLength(1)
    pairs.noteServed('one', 'light, what is it', 2)
    store.markUsed('one', 2)
    await store.remove(['one'])
    later.flush()
    for (const table of ['results', 'result_responses', 'result_vectors', 'served_questions'])
      expect(count(table)).toBe(0)
  })
})
