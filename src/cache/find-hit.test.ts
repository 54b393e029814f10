import { describe, expect, it, vi } from 'vitest'
import { openTestCache, type TestCacheParts } from '../../test/support/cache.ts'
import { createMemoryQuestionPairs } from '../../test/support/memory-cache-stores.ts'
import { createMemoryPastQuestions } from '../../test/support/memory-past-questions.ts'
import { createPlanarEmbedder } from '../../test/support/planar-embedder.ts'
import type { PastQuestions } from './past-questions.ts'

const mine = { scope: 'alice', router: 'offline', fingerprint: 'panel' }

/** A cache with a verifier that takes those stored questions for the same that are named, and notes what it is asked. */
async function openWith(same: string[], parts: TestCacheParts = {}) {
  const verified: string[] = []
  const opened = await openTestCache({
    embedder: createPlanarEmbedder(),
    verify(_, stored) {
      verified.push(stored)
      return { same: same.includes(stored), probability: 0.875, differences: [] }
    },
    ...parts,
  })
  return { ...opened, verified }
}

describe('a question in other words', () => {
  it('is held against the nearest first, and served by the first that is the same', async () => {
    const { cache, remember, verified } = await openWith(['far 0.6', 'near 0.8'])
    for (const query of ['far 0.6', 'near 0.8', 'nearest 0.9']) await remember({ id: query, query })
    const hit = await cache.lookup('asked 1', mine)
    expect(hit?.result.id).toBe('near 0.8')
    expect(hit?.similarity).toBeCloseTo(0.8)
    expect(hit?.sameQuestion).toBe(0.875)
    expect(verified).toEqual(['nearest 0.9', 'near 0.8'])
  })

  it('is held against ten at most, and no more are searched for then', async () => {
    const past = createMemoryPastQuestions()('planar')
    let searches = 0
    const counting: PastQuestions = {
      ...past,
      nearest(...search) {
        searches++
        return past.nearest(...search)
      },
    }
    const { cache, remember, verified, outcomes } = await openWith(['stored 0.911'], { open: () => counting })
    for (let place = 11; place < 22; place++) await remember({ id: `${place}`, query: `stored 0.9${place}` })
    expect(await cache.lookup('asked 1', mine)).toBeNull()
    expect(verified).toHaveLength(10)
    expect(searches).toBe(1)
    expect(outcomes).toEqual(['miss'])
  })

  it('about the present is served nothing that is older than five minutes', async () => {
    const { cache, remember, clock } = await openWith(['gold 0.9'])
    await remember({ id: 'one', query: 'gold 0.9' })
    clock.now += 5 * 60_000
    expect(await cache.lookup('price of gold today 1', mine)).not.toBeNull()
    clock.now += 1
    expect(await cache.lookup('price of gold today 1', mine)).toBeNull()
    expect(await cache.lookup('gold of old 1', mine)).not.toBeNull()
  })

  it('is a miss where the index does not answer', async () => {
    vi.useFakeTimers()
    try {
      const past: PastQuestions = {
        ...createMemoryPastQuestions()('planar'),
        nearest: () => new Promise(() => {}),
      }
      const { cache, remember, faults } = await openWith(['near 0.9'], { open: () => past })
      await remember({ id: 'one', query: 'near 0.9' })
      const looking = cache.lookup('asked 1', mine)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(await looking).toBeNull()
      expect(faults).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is a miss where the embedder does not answer, and a result is stored without its vector then', async () => {
    vi.useFakeTimers()
    try {
      const embedder = { ...createPlanarEmbedder(), embed: () => new Promise<never>(() => {}) }
      const { cache, remember, faults } = await openWith([], { embedder })
      const done = Promise.all([cache.lookup('asked 1', mine), remember({ id: 'one', query: 'near 0.9' })])
      await vi.advanceTimersByTimeAsync(2_000)
      expect((await done)[0]).toBeNull()
      expect(faults).toHaveLength(2)
      expect((await cache.lookup('near 0.9', mine))?.result.id).toBe('one')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is held against nothing that is not like it at all', async () => {
    const { cache, remember, verified } = await openWith(['unlike 0.29', 'like 0.3'])
    await remember({ id: 'unlike', query: 'unlike 0.29' })
    expect(await cache.lookup('asked 1', mine)).toBeNull()
    expect(verified).toEqual([])
    await remember({ id: 'like', query: 'like 0.31' })
    await cache.lookup('asked 1', mine)
    expect(verified).toEqual(['like 0.31'])
  })

  it('is a miss where the verifier fails, which is reported', async () => {
    const verify = () => {
      throw new Error('no verdict')
    }
    const { cache, remember, faults, outcomes } = await openWith([], { verify })
    await remember({ id: 'one', query: 'stored 0.9' })
    expect(await cache.lookup('asked 1', mine)).toBeNull()
    expect(faults.map(String)).toEqual(['Error: no verdict'])
    expect(outcomes).toEqual(['miss'])
  })

  it('is a miss where it cannot be told whether the pair is remembered as different', async () => {
    const pairs = {
      ...createMemoryQuestionPairs(),
      async areDifferent(): Promise<boolean> {
        throw new Error('no pairs')
      },
    }
    const { cache, remember, faults } = await openWith(['stored 0.9'], { pairs })
    await remember({ id: 'one', query: 'stored 0.9' })
    expect(await cache.lookup('asked 1', mine)).toBeNull()
    expect(faults.map(String)).toEqual(['Error: no pairs'])
  })

  it('is found behind neighbours that may not be served any more', async () => {
    const { cache, remember, clock, verified } = await openWith(['stored 0.5'])
    for (let place = 10; place < 60; place++)
      await remember({ id: `${place}`, query: `spent 0.9${place}`, servedForMs: 1 })
    await remember({ id: 'good', query: 'stored 0.5' })
    clock.now += 1
    expect((await cache.lookup('asked 1', mine))?.result.id).toBe('good')
    expect(verified).toEqual(['stored 0.5'])
  })

  it('is served by an older result of the stored question where the newest was of a partial panel', async () => {
    const { cache, remember, clock } = await openWith(['stored 0.9'])
    await remember({ id: 'whole', query: 'stored 0.9' })
    clock.now += 1
    await remember({ id: 'partial', query: 'stored 0.9', servedForMs: 0 })
    expect((await cache.lookup('asked 1', mine))?.result.id).toBe('whole')
  })

  it('is not served by what was removed from the store behind the cache’s back', async () => {
    const { cache, open, remember } = await openWith(['stored 0.9', 'stored 0.8'])
    await remember({ id: 'gone', query: 'stored 0.9' })
    await remember({ id: 'there', query: 'stored 0.8' })
    await (await open('planar')).remove(['gone'])
    expect((await cache.lookup('asked 1', mine))?.result.id).toBe('there')
  })
})

describe('a lookup', () => {
  it('opens no result but the one it serves', async () => {
    const past = createMemoryPastQuestions()('planar')
    const opened: string[] = []
    const counting: PastQuestions = {
      ...past,
      get(id, scope) {
        opened.push(id)
        return past.get(id, scope)
      },
    }
    const { cache, remember } = await openWith(['stored 0.7'], { open: () => counting })
    for (const query of ['stored 0.9', 'stored 0.8', 'stored 0.7']) await remember({ id: query, query })
    await cache.lookup('asked 1', mine)
    expect(opened).toEqual(['stored 0.7'])
    await cache.lookup('nobody -1', mine)
    await cache.similar('asked 1', { ...mine, fingerprint: null }, { topK: 5, minScore: 0 })
    expect(opened).toEqual(['stored 0.7'])
  })
})

describe('a question of many pages', () => {
  const long = 'What is the speed of light? '.repeat(7_000).trim()

  it('is served for exactly the same text, without a search for others', async () => {
    const { cache, remember, verified, outcomes } = await openWith([long])
    await remember({ id: 'long', query: long })
    expect((await cache.lookup(`  ${long}\n`, mine))?.result.id).toBe('long')
    for (const other of [`${long}!`, long.replace('What', 'what'), long.replace(' is', '  is')])
      expect(await cache.lookup(other, mine)).toBeNull()
    expect(verified).toEqual([])
    expect(outcomes).toEqual(['exact', 'miss', 'miss', 'miss'])
  })
})
