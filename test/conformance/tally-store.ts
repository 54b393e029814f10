import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TallyStore } from '../../src/cache/past-questions.ts'
import type { StoreUnderTest } from './store-under-test.ts'

/** What every store of statistics does, whatever it keeps them in. */
export function describeTallyStore(backend: string, open: () => Promise<StoreUnderTest<TallyStore>>): void {
  describe(`the statistics of the cache in ${backend}`, () => {
    let opened: StoreUnderTest<TallyStore>
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    it('are added up separately for each scope', async () => {
      const { store } = opened
      expect(await store.read('key:alice')).toEqual({ lookups: 0, hits: 0, similaritySum: 0 })
      store.add('key:alice', { lookups: 1, hits: 1, similaritySum: 1 })
      store.add('key:alice', { lookups: 1, hits: 0, similaritySum: 0 })
      expect(await store.read('key:alice')).toEqual({ lookups: 2, hits: 1, similaritySum: 1 })
      store.add('key:alice', { lookups: 1, hits: 1, similaritySum: 0.5 })
      store.add('key:bob', { lookups: 7, hits: 0, similaritySum: 0 })
      expect(await store.read('key:alice')).toEqual({ lookups: 3, hits: 2, similaritySum: 1.5 })
      expect(await store.read('key:bob')).toEqual({ lookups: 7, hits: 0, similaritySum: 0 })
    })

    it('survive a restart if the store does', async () => {
      opened.store.add('key:alice', { lookups: 2, hits: 1, similaritySum: 0.95 })
      const store = (await opened.reopen?.()) ?? opened.store
      expect(await store.read('key:alice')).toEqual({ lookups: 2, hits: 1, similaritySum: 0.95 })
    })
  })
}
