import { describe, expect, it, vi } from 'vitest'
import { openTestCache } from '../../test/support/cache.ts'
import { createMemoryResultStore } from '../../test/support/memory-result-store.ts'
import { createPlanarEmbedder } from '../../test/support/planar-embedder.ts'
import { createVectorIndex } from '../vectors/index/vector-index.ts'

const mine = { scope: 'alice', router: 'offline', fingerprint: 'panel' }
const anyPanel = { ...mine, fingerprint: null }
const everything = { topK: 100, minScore: 0 }

async function openIndexed() {
  const index = createVectorIndex(async () => {})
  const store = createMemoryResultStore()
  const opened = await openTestCache({ index, store, embedder: createPlanarEmbedder() })
  const similar = async () =>
    (await opened.cache.similar('asked 1', anyPanel, everything)).map(({ result_id }) => result_id)
  return { ...opened, index, store, similar }
}

describe('the questions in the index', () => {
  it('are there once, by their newest result, however often they were answered', async () => {
    const { cache, remember, clock, index, similar } = await openIndexed()
    for (const id of ['first', 'second', 'third']) {
      clock.now += 1
      await remember({ id, query: 'Stored 0.9' })
    }
    await remember({ id: 'other', query: 'other 0.8' })
    expect(index.size()).toBe(2)
    expect(await similar()).toEqual(['third', 'other'])
    expect((await cache.find('first', 'alice'))?.id).toBe('first')
    expect(cache.size()).toBe(4)
  })

  it('are there once for each panel', async () => {
    const { remember, index } = await openIndexed()
    await remember({ id: 'one', query: 'stored 0.9' })
    await remember({ id: 'two', query: 'stored 0.9', fingerprint: 'another panel' })
    expect(index.size()).toBe(2)
  })

  it('stay while any result of theirs is kept', async () => {
    const { cache, remember, clock, similar } = await openIndexed()
    for (const [id, keptForMs] of [
      ['first', 2_000],
      ['second', 3_000],
      ['third', 1_000],
    ] as const) {
      clock.now += 1
      await remember({ id, query: 'stored 0.9', keptForMs })
    }
    const left: string[][] = []
    for (let swept = 0; swept < 3; swept++) {
      clock.now += 1_000
      await cache.sweep()
      left.push(await similar())
    }
    expect(left).toEqual([['second'], ['second'], []])
  })

  it('are put back when the cache is opened anew, from vectors alone', async () => {
    const { store, remember, clock } = await openIndexed()
    for (const [id, query] of [
      ['first', 'stored 0.9'],
      ['second', 'stored 0.9'],
      ['other', 'other 0.8'],
    ] as const) {
      clock.now += 1
      await remember({ id, query })
    }
    const asked: string[][] = []
    const index = createVectorIndex(async () => {})
    const { cache } = await openTestCache({
      index,
      embedder: createPlanarEmbedder(),
      store: {
        ...store,
        get: () => Promise.reject(new Error('opened')),
        findExact: () => Promise.reject(new Error('opened')),
        vectorsOf(ids) {
          asked.push(ids)
          return store.vectorsOf(ids)
        },
      },
    })
    expect(asked.flat().sort()).toEqual(['other', 'second'])
    expect(index.size()).toBe(2)
    const similar = await cache.similar('asked 1', anyPanel, everything)
    expect(similar.map(({ result_id }) => result_id)).toEqual(['second', 'other'])
  })

  it('keep nobody waiting for more than three seconds at the start; exact text is found meanwhile', async () => {
    const { store, remember } = await openIndexed()
    await remember({ id: 'one', query: 'stored 0.9' })
    vi.useFakeTimers()
    const slow = { ...store, vectorsOf: () => new Promise<never>(() => {}) }
    const opening = openTestCache({ store: slow, embedder: createPlanarEmbedder() })
    await vi.advanceTimersByTimeAsync(3_000)
    const { cache } = await opening
    vi.useRealTimers()
    expect((await cache.lookup('stored 0.9', mine))?.result.id).toBe('one')
  })

  it('are done without where the index cannot be filled, which is reported', async () => {
    const { store, remember } = await openIndexed()
    await remember({ id: 'one', query: 'stored 0.9' })
    const broken = { ...store, vectorsOf: () => Promise.reject(new Error('damaged')) }
    const { cache, faults } = await openTestCache({
      store: broken,
      embedder: createPlanarEmbedder(),
    })
    expect(faults.map(String)).toEqual(['Error: damaged'])
    expect((await cache.lookup('stored 0.9', mine))?.result.id).toBe('one')
  })
})
