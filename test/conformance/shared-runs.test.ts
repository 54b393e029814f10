import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, type Database, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import { createSqliteLocks } from '../../src/adapters/sqlite/stores/locks.ts'
import { createDelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../src/adapters/storage/question-pairs.ts'
import { openProcess } from '../support/cached-consensus.ts'
import { openPastQuestions } from '../support/sqlite.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 60_000, interval: 5 }
const QUERY = 'What is the speed of light in a vacuum?'

describe('two caches on one SQLite store', () => {
  let folder: string
  let database: Database
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-two-'))
    database = openDatabase(folder)
  })
  afterEach(() => {
    closeDatabase(database)
    rmSync(folder, { recursive: true, force: true })
  })

  async function openTwo() {
    const clock = createVirtualClock()
    const locks = createSqliteLocks(database, clock.now)
    const open = (name: string) => {
      const later = createDelayedWrites(createSqliteSql(database), () => {})
      const pairs = createQuestionPairs(createSqliteSql(database), later)
      const open = (embedder: string) => openPastQuestions(database, later, embedder)
      return openProcess({ name, open, pairs, locks, clock })
    }
    return { first: await open('first'), second: await open('second'), clock }
  }
  /** The first asks and is at it, then the second asks the same and waits for what the first stores. */
  async function askBoth(more: Parameters<Awaited<ReturnType<typeof openProcess>>['ask']>[1] = {}) {
    const { first, second, clock } = await openTwo()
    const paid = first.ask(QUERY, more)
    await vi.waitFor(() => expect(first.started).toHaveLength(1), PATIENCE)
    const waiting = second.ask(QUERY, more)
    // The one waits to renew its claim, the other to look again.
    await vi.waitFor(() => expect(clock.waiting()).toBe(2), PATIENCE)
    return { paid, waiting, first, second, clock }
  }
  const claimed = () => database.prepare('SELECT lock FROM locks').all() as Array<{ lock: string }>

  it('pay once, and the claim reveals nothing of the request and is removed in the end', async () => {
    const { paid, waiting, first, second, clock } = await askBoth({ routerKey: 'a-secret-key' })
    expect(claimed()).toMatchObject([{ lock: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    first.started[0]!.finish()
    const { id } = await paid
    expect(await clock.advanceUntil(waiting)).toMatchObject({ id, cache_hit: true })
    expect(second.started).toHaveLength(0)
    await vi.waitFor(() => expect(claimed()).toEqual([]), PATIENCE)
  })

  it('run one after the other if the first result cannot be shared', async () => {
    const { paid, waiting, first, second, clock } = await askBoth()
    first.started[0]!.finish({ wholePanel: false })
    await paid
    await clock.advanceUntil(vi.waitFor(() => expect(second.started).toHaveLength(1), PATIENCE))
    second.started[0]!.finish()
    expect((await waiting).cache_hit).toBe(false)
  })

  it('serve an unconverged result to a waiting caller', async () => {
    const { paid, waiting, first, clock } = await askBoth()
    first.started[0]!.finish({ reached: false })
    const { id } = await paid
    expect(await clock.advanceUntil(waiting)).toMatchObject({ id, cache_hit: true, consensus_reached: false })
  })
})
