import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReliabilityStore } from '../../src/consensus/reliability-store.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const ALICE = 'key:alice'
const first = { provider: 'openrouter', model: 'vendor/first' }
const second = { provider: 'openrouter', model: 'vendor/second' }
const NOTHING = { answered: 0, won: 0 }

/** What every store of reliability does, whatever it keeps counts in. */
export function describeReliabilityStore(
  backend: string,
  open: () => Promise<StoreUnderTest<ReliabilityStore>>,
  { durable }: { durable: boolean },
): void {
  describe(`the reliability store in ${backend}`, () => {
    let opened: StoreUnderTest<ReliabilityStore>
    let store: ReliabilityStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    it('has nothing for unknown models', async () => {
      expect(await store.read(ALICE, [first, second])).toEqual([NOTHING, NOTHING])
    })

    it('adds up runs and returns tallies in the requested order', async () => {
      const lost = { ...second, won: false }
      await store.record(ALICE, [{ ...first, won: true }, lost], 1_000)
      await store.record(ALICE, [{ ...first, won: false }], 2_000)
      await store.record(ALICE, [{ ...first, won: true }, lost], 3_000)
      expect(await store.read(ALICE, [second, first])).toEqual([
        { answered: 2, won: 0 },
        { answered: 3, won: 2 },
      ])
    })

    it('loses none of many runs that end at the same time', async () => {
      await Promise.all(
        Array.from({ length: 40 }, () => store.record(ALICE, [{ ...first, won: true }], 1_000)),
      )
      expect(await store.read(ALICE, [first])).toEqual([{ answered: 40, won: 40 }])
    })

    it('counts every seat of a model that has several', async () => {
      const seats = [true, false, true].map((won) => ({ ...first, won }))
      await store.record(ALICE, seats, 1_000)
      await store.record(ALICE, seats, 2_000)
      expect(await store.read(ALICE, [first])).toEqual([{ answered: 6, won: 4 }])
    })

    it('keeps scopes, providers and models apart', async () => {
      await store.record(ALICE, [{ ...first, won: true }], 1_000)
      expect(await store.read('key:bob', [first])).toEqual([NOTHING])
      expect(await store.read(ALICE, [{ ...first, provider: 'openai' }, second])).toEqual([NOTHING, NOTHING])
    })

    it('halves only the counts of a model that reaches two thousand runs', async () => {
      await store.record(ALICE, [{ ...second, won: true }], 1_000)
      for (let group = 0; group < 20; group++) {
        const runs = Array.from({ length: 100 }, (_, run) =>
          store.record(ALICE, [{ ...first, won: run % 2 === 0 }], 1_000),
        )
        await Promise.all(runs)
      }
      expect(await store.read(ALICE, [first, second])).toEqual([
        { answered: 1_000, won: 500 },
        { answered: 1, won: 1 },
      ])
    })

    it('keeps a thousand models per scope and drops the least recently used', async () => {
      await store.record('key:bob', [{ ...first, won: true }], 1)
      await store.record(ALICE, [{ ...first, won: true }], 2)
      await store.record(ALICE, [{ ...second, won: true }], 3)
      for (let group = 0; group < 9; group++) {
        const madeUp = Array.from({ length: 111 }, (_, index) => `made-up-${111 * group + index}`)
        await Promise.all(
          madeUp.map((model) => store.record(ALICE, [{ provider: 'openai', model, won: true }], 4)),
        )
      }
      const last = { provider: 'openai', model: 'made-up-998' }
      expect(await store.read(ALICE, [first, second, last])).toEqual([
        NOTHING,
        { answered: 1, won: 1 },
        { answered: 1, won: 1 },
      ])
      expect(await store.read('key:bob', [first])).toEqual([{ answered: 1, won: 1 }])
    })

    const whenDurable = durable ? it : () => {}
    whenDurable('still has its counts after it was closed and opened again', async () => {
      await store.record(ALICE, [{ ...first, won: true }], 1_000)
      const reopened = await opened.reopen!()
      expect(await reopened.read(ALICE, [first])).toEqual([{ answered: 1, won: 1 }])
    })
  })
}
