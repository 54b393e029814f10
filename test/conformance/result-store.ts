import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ResultFilter, ResultStore } from '../../src/cache/result-store.ts'
import { sampleResult, sampleVector } from '../support/samples.ts'

/** A store under test; one that outlives its process can be closed and opened again. */
export interface StoreUnderTest<Store> {
  store: Store
  reopen?: () => Promise<Store>
  close(): Promise<void>
}

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

    const filter: ResultFilter = {
      scope: 'key:alice',
      router: 'offline',
      edition: 'current',
      fingerprint: 'panel',
    }
    const findExact = (changes: Partial<ResultFilter> = {}, now = 5_000) =>
      store.findExact('what is light', { ...filter, ...changes }, now)
    const save = (changes: Parameters<typeof sampleResult>[0]) =>
      store.save(sampleResult(changes), sampleVector())
    const listed = async (from = store) => (await from.list()).map(({ id }) => id)

    it('returns a result as it was saved, with an identical vector', async () => {
      const saved = sampleResult({ id: 'one' })
      await store.save(saved, sampleVector())
      expect(await store.get('one', 'key:alice')).toEqual(saved)
      expect(await findExact()).toEqual(saved)
      expect(await store.vectorsOf(['one'])).toEqual(new Map([['one', sampleVector()]]))
    })

    it('returns no result of another scope, nor an unknown one', async () => {
      await save({ id: 'one' })
      expect(await store.get('one', 'key:bob')).toBeNull()
      expect(await store.get('two', 'key:alice')).toBeNull()
    })

    it.each([
      ['scope', { scope: 'key:bob' }],
      ['router', { router: 'openrouter' }],
      ['edition', { edition: 'older' }],
      ['panel', { fingerprint: 'another' }],
    ])('finds no result of another %s', async (_, other) => {
      await save({ id: 'one' })
      expect(await findExact(other)).toBeNull()
      expect((await findExact())?.id).toBe('one')
      expect(await findExact(other)).toBeNull()
    })

    it('finds a result of any panel if none is named, within scope, router and edition', async () => {
      await save({ id: 'one', fingerprint: 'another' })
      expect((await findExact({ fingerprint: null }))?.id).toBe('one')
      expect(await findExact({ fingerprint: null, scope: 'key:bob' })).toBeNull()
      expect(await findExact({ fingerprint: null, router: 'openrouter' })).toBeNull()
      expect(await findExact({ fingerprint: null, edition: 'older' })).toBeNull()
    })

    it('finds no other query', async () => {
      await save({ id: 'one' })
      expect(await store.findExact('what is heat', filter, 5_000)).toBeNull()
    })

    it('finds the newest result that may still be served', async () => {
      await save({ id: 'newest but spent', createdAt: 3_000, servedUntil: 4_000 })
      await save({ id: 'newer', createdAt: 2_000 })
      await save({ id: 'older', createdAt: 1_000 })
      expect((await findExact())?.id).toBe('newer')
      expect((await findExact({ fingerprint: null }))?.id).toBe('newer')
    })

    it('reflects results saved or removed since the last lookup', async () => {
      await save({ id: 'first', createdAt: 1_000 })
      expect((await findExact())?.id).toBe('first')
      expect((await findExact({ fingerprint: null }))?.id).toBe('first')
      await save({ id: 'second', createdAt: 2_000 })
      expect((await findExact())?.id).toBe('second')
      expect((await findExact({ fingerprint: null }))?.id).toBe('second')
      await store.remove(['second'])
      expect((await findExact())?.id).toBe('first')
      expect((await findExact({ fingerprint: null }))?.id).toBe('first')
    })

    it('serves a result until it expires', async () => {
      await save({ id: 'one', servedUntil: 10_000 })
      expect((await findExact({}, 9_999))?.id).toBe('one')
      expect(await findExact({}, 10_000)).toBeNull()
      expect((await store.get('one', 'key:alice'))?.id).toBe('one')
    })

    it('lists every result of every scope without its answer, the least recently used first', async () => {
      await save({ id: 'second', createdAt: 2_000, scope: 'key:bob' })
      await save({ id: 'third', createdAt: 3_000 })
      await save({ id: 'first', createdAt: 1_000 })
      const { response: _, ...summary } = sampleResult({ id: 'first' })
      expect((await store.list())[0]).toEqual({ ...summary, usedAt: 1_000 })
      expect(await listed()).toEqual(['first', 'second', 'third'])
    })

    it('returns the requested vectors of results that have one', async () => {
      await store.save(sampleResult({ id: 'one' }), sampleVector(1))
      await store.save(sampleResult({ id: 'two' }), sampleVector(2))
      await store.save(sampleResult({ id: 'none' }), null)
      const found = await store.vectorsOf(['two', 'none', 'never there'])
      expect(found).toEqual(new Map([['two', sampleVector(2)]]))
    })

    it('sets or replaces the vector of an existing result, and adds no other', async () => {
      await store.save(sampleResult({ id: 'one', embedder: 'none' }), null)
      await store.replaceVector('one', sampleVector(5), 'another')
      await store.replaceVector('one', sampleVector(6), 'another')
      await store.replaceVector('never there', sampleVector(5), 'another')
      expect(await store.vectorsOf(['one', 'never there'])).toEqual(new Map([['one', sampleVector(6)]]))
      expect((await store.get('one', 'key:alice'))?.embedder).toBe('another')
    })

    it('removes results with their vectors and returns how many there were', async () => {
      for (const id of ['one', 'two', 'three']) await save({ id })
      expect(await store.remove(['one', 'three', 'never there'])).toBe(2)
      expect(await store.remove(['one'])).toBe(0)
      expect(await listed()).toEqual(['two'])
      expect(await store.get('one', 'key:alice')).toBeNull()
      expect([...(await store.vectorsOf(['one', 'two'])).keys()]).toEqual(['two'])
    })

    const whenDurable = durable ? it : () => {}
    whenDurable(
      'still has results and when they were used after it was closed and opened again',
      async () => {
        const saved = sampleResult({ id: 'one' })
        await store.save(saved, sampleVector())
        await save({ id: 'two', createdAt: 2_000 })
        store.markUsed('one', 3_000)
        store.markUsed('never there', 4_000)
        const reopened = await opened.reopen!()
        expect(await reopened.get('one', 'key:alice')).toEqual(saved)
        expect(await reopened.findExact('what is light', filter, 1_500)).not.toBeNull()
        expect(await reopened.vectorsOf(['one'])).toEqual(new Map([['one', sampleVector()]]))
        expect(await listed(reopened)).toEqual(['two', 'one'])
      },
    )
  })
}
