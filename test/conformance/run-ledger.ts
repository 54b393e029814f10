import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CountedRun, RUNS_KEPT, type RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import { runOf } from '../support/counted-runs.ts'
import { stageWith } from '../support/ledger-rows.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const ALICE = 'key:alice'
const FIRST = { provider: 'openrouter', model: 'vendor/first' }
const SECOND = { provider: 'openrouter', model: 'vendor/second' }
const RUN = runOf({ 'vendor/first': 0, 'vendor/second': 1, 'vendor/third': null })

/** The tables of the columns that can be overwritten. */
export const TABLE_OF = { run: 'counted_runs', verdict: 'verdicts' }

/** A ledger under test, and a way to write what another version may have written. */
export type LedgerUnderTest = StoreUnderTest<RunLedger> & {
  overwrite(column: 'run' | 'verdict', text: string): Promise<unknown>
}

/** What every ledger does, whatever it keeps runs in. */
export function describeRunLedger(backend: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`the ledger of runs in ${backend}`, () => {
    let opened: LedgerUnderTest
    let ledger: RunLedger
    beforeEach(async () => {
      opened = await open()
      ledger = opened.store
    })
    afterEach(() => opened.close())

    const record = (
      id: string,
      at: number,
      { run = RUN, scope = ALICE }: { run?: CountedRun; scope?: string } = {},
    ) => ledger.record({ scope, id, run, at })
    const judge = (rights: Array<boolean | null>, at = 5_000) =>
      ledger.judge({
        ...{ scope: ALICE, id: 'one', at },
        verdict: {
          given: { right: true },
          models: [FIRST, SECOND].map((model, place) => ({ ...model, right: rights[place]! })),
        },
      })
    const idsOf = async (scope = ALICE, since?: number) =>
      (await ledger.recent(scope, since)).map(({ id }) => id)
    const labelsOf = async () => (await ledger.recent(ALICE))[0]!.ballots.map(({ right }) => right)

    it('has nothing of an unknown scope', async () => {
      expect(await ledger.recent(ALICE)).toEqual([])
    })

    it('gives back runs as they were recorded, newest first', async () => {
      await record('one', 1_000)
      await record('two', 2_000.5, { run: { ...RUN, delivered: null } })
      const stage = stageWith({ isAudit: true, agreed: false })
      const costs = RUN.ballots.map((ballot, place) => ({ ...ballot, cost: place / 8 }))
      await record('three', 3_000, { run: { ballots: costs, delivered: 0, stage } })
      const ballots = RUN.ballots.map((ballot) => ({ ...ballot, right: null }))
      const paid = costs.map((ballot) => ({ ...ballot, right: null }))
      expect(await ledger.recent(ALICE)).toEqual([
        { id: 'three', countedAt: 3_000, ballots: paid, delivered: 0, stage },
        { id: 'two', countedAt: 2_001, ballots, delivered: null },
        { id: 'one', countedAt: 1_000, ballots, delivered: 0 },
      ])
    })

    it('keeps a run as it was recorded first, also by many at once', async () => {
      await record('one', 1_000)
      await Promise.all(
        Array.from({ length: 20 }, (_, place) => record('one', 2_000 + place, { run: runOf({ other: 0 }) })),
      )
      expect(await ledger.recent(ALICE)).toMatchObject([
        { id: 'one', countedAt: 1_000, ballots: RUN.ballots },
      ])
    })

    it('keeps scopes apart', async () => {
      await record('one', 1_000)
      await record('one', 2_000, { scope: 'key:bob' })
      await judge([true, false])
      expect(await idsOf('key:bob')).toEqual(['one'])
      expect((await ledger.recent('key:bob'))[0]).toMatchObject({
        countedAt: 2_000,
        ballots: [{ right: null }, {}, {}],
      })
    })

    it('gives only what was recorded or judged since a time', async () => {
      await record('one', 1_000)
      await record('two', 2_000)
      await record('three', 3_000)
      expect(await idsOf(ALICE, 2_000)).toEqual(['three', 'two'])
      await judge([true, null])
      expect(await idsOf(ALICE, 4_000)).toEqual(['one'])
      expect(await idsOf(ALICE, 5_001)).toEqual([])
    })

    it('keeps one verdict of the caller: the last', async () => {
      await record('one', 1_000)
      await judge([true, true])
      await judge([false, null], 6_000)
      expect(await labelsOf()).toEqual([false, null, null])
      expect(await idsOf(ALICE, 6_000)).toEqual(['one'])
    })

    it('says whether the judged run is recorded, and keeps the verdict in any case', async () => {
      expect(await judge([true, false])).toBe(false)
      await record('one', 1_000)
      expect(await labelsOf()).toEqual([true, false, null])
      expect(await judge([true, false])).toBe(true)
    })

    it('skips what it cannot read', async () => {
      await record('one', 1_000)
      await judge([true, false])
      for (const unreadable of ['{"models": 3}', 'null']) {
        await opened.overwrite('verdict', unreadable)
        expect(await labelsOf()).toEqual([null, null, null])
      }
      for (const unreadable of ['{"ballots": 3}', 'null']) {
        await opened.overwrite('run', unreadable)
        expect(await ledger.recent(ALICE)).toEqual([])
      }
      await record('two', 2_000)
      expect(await idsOf()).toEqual(['two'])
    })

    it('keeps and gives the newest two thousand of a scope', async () => {
      await record('of bob', 1, { scope: 'key:bob' })
      for (let hundred = 0; hundred < 21; hundred++)
        await Promise.all(
          Array.from({ length: 100 }, (_, place) => {
            const number = 100 * hundred + place
            return record(`run-${number}`, 10 + number)
          }),
        )
      const found = await idsOf()
      expect(found).toHaveLength(RUNS_KEPT)
      expect([found[0], found.at(-1)]).toEqual(['run-2099', 'run-100'])
      expect(await idsOf('key:bob')).toEqual(['of bob'])
      // Another process trims with the first run it records.
      ledger = await opened.reopen!()
      await record('last', 100_000)
      const old = { scope: ALICE, verdict: { given: { right: true }, models: [] }, at: 1 }
      expect(await ledger.judge({ ...old, id: 'run-100' })).toBe(false)
      expect(await ledger.judge({ ...old, id: 'run-101' })).toBe(true)
    })

    it('still has runs and verdicts after it was closed and opened again', async () => {
      await record('one', 1_000)
      await judge([true, false])
      ledger = await opened.reopen!()
      expect(await labelsOf()).toEqual([true, false, null])
    })
  })
}
