import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDatabase, type Database, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { createDelayedWrites } from '../../src/adapters/sqlite/delayed-writes.ts'
import { createSqliteFlightClaims } from '../../src/adapters/sqlite/stores/flight-claims.ts'
import { createSqliteQuestionPairs } from '../../src/adapters/sqlite/stores/question-pairs.ts'
import { createSqliteResultStore } from '../../src/adapters/sqlite/stores/result-store.ts'
import { openProcess } from '../support/cached-consensus.ts'
import { createVirtualClock, settle } from '../support/virtual-clock.ts'

const QUERY = 'What is the speed of light in a vacuum?'

describe('two processes on one SQLite store', () => {
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
    const claims = createSqliteFlightClaims(database)
    const open = (name: string) => {
      const later = createDelayedWrites(database, () => {})
      const store = createSqliteResultStore(database, later)
      const pairs = createSqliteQuestionPairs(database, later)
      return openProcess({ name, store, pairs, claims, clock })
    }
    return { first: await open('first'), second: await open('second'), clock }
  }
  const claimed = () =>
    database.prepare('SELECT flight FROM flight_claims').all() as Array<{ flight: string }>

  it('pay once, and the claim shows nothing of the request and is gone in the end', async () => {
    const { first, second, clock } = await openTwo()
    const paid = first.ask(QUERY, { routerKey: 'a-secret-key' })
    await settle()
    const waiting = second.ask(QUERY, { routerKey: 'a-secret-key' })
    await clock.advance(500)
    expect(claimed()).toMatchObject([{ flight: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    first.started[0]!.finish()
    const { id } = await paid
    await clock.advance(1_000)
    expect(await waiting).toMatchObject({ id, cache_hit: true })
    expect(second.started).toHaveLength(0)
    expect(claimed()).toEqual([])
  })

  it('run one after the other where the first’s result serves nobody else', async () => {
    const { first, second, clock } = await openTwo()
    const partial = first.ask(QUERY)
    await settle()
    const waiting = second.ask(QUERY)
    await clock.advance(500)
    first.started[0]!.finish({ wholePanel: false })
    await partial
    await clock.advance(1_000)
    second.started[0]!.finish()
    expect((await waiting).cache_hit).toBe(false)
  })

  it('serve an unconverged result to who waits for it', async () => {
    const { first, second, clock } = await openTwo()
    const paid = first.ask(QUERY)
    await settle()
    const waiting = second.ask(QUERY)
    await clock.advance(500)
    first.started[0]!.finish({ reached: false })
    const { id } = await paid
    await clock.advance(1_000)
    expect(await waiting).toMatchObject({ id, cache_hit: true, consensus_reached: false })
  })
})
