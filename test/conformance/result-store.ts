import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ResultStore } from '../../src/cache/result-store.ts'
import { sampleResult } from '../support/samples.ts'

/** A store under test; one that outlives its process can be closed and opened again. */
export interface StoreUnderTest<Store> {
  store: Store
  reopen?: () => Promise<Store>
  close(): Promise<void>
}

/** A bound that no test comes near. */
const MANY = 1_000

/** What every result store does, whatever it keeps results in. */
export function describeResultStore(
  backend: string,
  open: () => Promise<StoreUnderTest<ResultStore>>,
  { durable }: { durable: boolean },
): void {
  describe(`the result store in ${backend}`, () => {
    let opened: StoreUnderTest<ResultStore>
    let store: ResultStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    const filter = { scope: 'key:alice', router: 'offline', fingerprint: 'panel' }
    const findExact = (changes: Partial<Record<keyof typeof filter, string | null>> = {}, now = 5_000) =>
      store.findExact('what is light', { ...filter, ...changes } as typeof filter, now)

    it('returns a result as it was saved, its vector bit by bit', async () => {
      const saved = sampleResult({ id: 'one' })
      await store.save(saved)
      expect(await store.get('one', 'key:alice')).toEqual(saved)
      expect(await findExact()).toEqual(saved)
    })

    it('gives no result to another scope, nor one it does not have', async () => {
      await store.save(sampleResult({ id: 'one' }))
      expect(await store.get('one', 'key:bob')).toBeNull()
      expect(await store.get('two', 'key:alice')).toBeNull()
    })

    it.each([
      ['scope', { scope: 'key:bob' }],
      ['router', { router: 'openrouter' }],
      ['panel', { fingerprint: 'another' }],
    ])('finds no result of another %s', async (_, other) => {
      await store.save(sampleResult({ id: 'one' }))
      expect(await findExact(other)).toBeNull()
    })

    it('finds a result of any panel where none is named, within scope and router', async () => {
      await store.save(sampleResult({ id: 'one', fingerprint: 'another' }))
      expect((await findExact({ fingerprint: null }))?.id).toBe('one')
      expect(await findExact({ fingerprint: null, scope: 'key:bob' })).toBeNull()
      expect(await findExact({ fingerprint: null, router: 'openrouter' })).toBeNull()
    })

    it('finds no other query', async () => {
      await store.save(sampleResult({ id: 'one' }))
      expect(await store.findExact('what is heat', filter, 5_000)).toBeNull()
    })

    it('finds the newest result that may still be served', async () => {
      await store.save(sampleResult({ id: 'newest but spent', createdAt: 3_000, servedUntil: 4_000 }))
      await store.save(sampleResult({ id: 'newer', createdAt: 2_000 }))
      await store.save(sampleResult({ id: 'older', createdAt: 1_000 }))
      expect((await findExact())?.id).toBe('newer')
      expect((await findExact({ fingerprint: null }))?.id).toBe('newer')
    })

    it('finds what was saved or swept since it was last asked', async () => {
      await store.save(sampleResult({ id: 'first', createdAt: 1_000, keptUntil: 20_000 }))
      expect((await findExact())?.id).toBe('first')
      expect((await findExact({ fingerprint: null }))?.id).toBe('first')
      await store.save(sampleResult({ id: 'second', createdAt: 2_000, keptUntil: 20_000 }))
      expect((await findExact())?.id).toBe('second')
      expect((await findExact({ fingerprint: null }))?.id).toBe('second')
      await store.sweep(20_000, MANY)
      expect(await findExact()).toBeNull()
      expect(await findExact({ fingerprint: null })).toBeNull()
    })

    it('serves a result until its time and not at it', async () => {
      await store.save(sampleResult({ id: 'one', servedUntil: 10_000 }))
      expect((await findExact({}, 9_999))?.id).toBe('one')
      expect(await findExact({}, 10_000)).toBeNull()
      expect((await store.get('one', 'key:alice'))?.id).toBe('one')
    })

    it('lists every kept result of every scope, oldest first', async () => {
      await store.save(sampleResult({ id: 'second', createdAt: 2_000, scope: 'key:bob' }))
      await store.save(sampleResult({ id: 'first', createdAt: 1_000 }))
      await store.save(sampleResult({ id: 'gone', keptUntil: 5_000 }))
      expect((await store.all(5_000)).map(({ id }) => id)).toEqual(['first', 'second'])
    })

    it('sweeps what need not be kept and names it', async () => {
      await store.save(sampleResult({ id: 'old', keptUntil: 5_000 }))
      await store.save(sampleResult({ id: 'new', keptUntil: 5_001 }))
      expect(await store.sweep(4_999, MANY)).toEqual([])
      expect(await store.sweep(5_000, MANY)).toEqual(['old'])
      expect(await store.get('old', 'key:alice')).toBeNull()
      expect((await store.get('new', 'key:alice'))?.id).toBe('new')
    })

    it('sweeps the oldest beyond the number that may stay, of every scope together', async () => {
      await store.save(sampleResult({ id: 'third', createdAt: 3_000 }))
      await store.save(sampleResult({ id: 'first', createdAt: 1_000 }))
      await store.save(sampleResult({ id: 'second', createdAt: 2_000, scope: 'key:bob' }))
      await store.save(sampleResult({ id: 'fourth', createdAt: 4_000, scope: 'key:bob' }))
      expect(await store.sweep(5_000, 4)).toEqual([])
      expect((await store.sweep(5_000, 2)).sort()).toEqual(['first', 'second'])
      expect((await store.all(5_000)).map(({ id }) => id)).toEqual(['third', 'fourth'])
    })

    it('adds tallies up for each scope by itself', async () => {
      expect(await store.tally('key:alice')).toEqual({ lookups: 0, hits: 0, similaritySum: 0 })
      await store.addToTally('key:alice', { lookups: 1, hits: 1, similaritySum: 1 })
      await store.addToTally('key:alice', { lookups: 1, hits: 0, similaritySum: 0 })
      expect(await store.tally('key:alice')).toEqual({ lookups: 2, hits: 1, similaritySum: 1 })
      await store.addToTally('key:alice', { lookups: 1, hits: 1, similaritySum: 0.5 })
      await store.addToTally('key:bob', { lookups: 7, hits: 0, similaritySum: 0 })
      expect(await store.tally('key:alice')).toEqual({ lookups: 3, hits: 2, similaritySum: 1.5 })
      expect(await store.tally('key:bob')).toEqual({ lookups: 7, hits: 0, similaritySum: 0 })
    })

    const whenDurable = durable ? it : () => {}
    whenDurable('still has results and tallies after it was closed and opened again', async () => {
      const saved = sampleResult({ id: 'one' })
      await store.save(saved)
      await store.addToTally('key:alice', { lookups: 2, hits: 1, similaritySum: 0.95 })
      const reopened = await opened.reopen!()
      expect(await reopened.get('one', 'key:alice')).toEqual(saved)
      expect(await reopened.findExact('what is light', filter, 5_000)).toEqual(saved)
      expect(await reopened.tally('key:alice')).toEqual({ lookups: 2, hits: 1, similaritySum: 0.95 })
    })
  })
}
