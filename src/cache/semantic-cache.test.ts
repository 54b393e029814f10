import { describe, expect, it } from 'vitest'
import { openTestCache } from '../../test/support/cache.ts'
import { createMemoryResultStore } from '../../test/support/memory-result-store.ts'
import { openBuiltinEmbedder } from '../adapters/builtin-embedder.ts'
import type { Embedder } from '../vectors/embedder.ts'

const QUERY = 'What is the speed of light in a vacuum?'
const REWORDED = 'Please tell me the speed of light in a vacuum'
const mine = { scope: 'alice', router: 'offline', fingerprint: 'panel' }
const anyPanel = { ...mine, fingerprint: null }

describe('looking a query up', () => {
  it('finds the same text whatever its case, spacing and closing mark', async () => {
    const { cache, remember, outcomes } = await openTestCache()
    await remember({ id: 'one', query: QUERY })
    const hit = await cache.lookup('  what is the SPEED of light in a vacuum ', mine)
    expect(hit?.result.id).toBe('one')
    expect(hit?.similarity).toBe(1)
    expect(outcomes).toEqual(['exact'])
  })

  it('finds the same question in other words, with a similarity under 1', async () => {
    const { cache, remember, outcomes } = await openTestCache()
    await remember({ id: 'one', query: QUERY })
    const hit = await cache.lookup(REWORDED, mine)
    expect(hit?.result.id).toBe('one')
    expect(hit?.similarity).toBeGreaterThan(0.7)
    expect(hit?.similarity).toBeLessThan(1)
    expect(outcomes).toEqual(['semantic'])
  })

  it.each([
    ['What is 12 + 5?', 'What is 12 - 5?'],
    ['What is 12 + 5?', 'What is 12 * 5?'],
    ['What is 10³?', 'What is 103?'],
    ['What is (3+2)!?', 'What is (3+2)?'],
    ['Are all swans white?', 'Are some swans white?'],
    ['How far is it from Paris to Rome?', 'How far is it from Rome to Paris?'],
    ['Is zero positive?', 'Is zero not positive?'],
  ])('does not answer %j when %j was asked', async (kept, asked) => {
    const { cache, remember, outcomes } = await openTestCache()
    await remember({ id: 'one', query: kept })
    expect(await cache.lookup(asked, mine)).toBeNull()
    expect(outcomes).toEqual(['miss'])
  })

  it('serves the newest of several results', async () => {
    const { cache, remember, clock } = await openTestCache()
    await remember({ id: 'older', query: QUERY })
    clock.now += 1
    await remember({ id: 'newer', query: QUERY })
    expect((await cache.lookup(QUERY, mine))?.result.id).toBe('newer')
  })

  it('serves nothing past its time, neither exactly nor by meaning', async () => {
    const { cache, remember, clock } = await openTestCache()
    await remember({ id: 'one', query: QUERY, servedForMs: 1_000 })
    clock.now += 1_000
    expect(await cache.lookup(QUERY, mine)).toBeNull()
    expect(await cache.lookup(REWORDED, mine)).toBeNull()
  })
})

describe('what a caller may see', () => {
  it.each([
    ['scope', { scope: 'bob' }],
    ['router', { router: 'openrouter' }],
    ['panel', { fingerprint: 'another panel' }],
  ])('is never a result of another %s', async (_, other) => {
    const { cache, remember } = await openTestCache()
    await remember({ id: 'one', query: QUERY })
    const filter = { ...mine, ...other }
    expect(await cache.lookup(QUERY, filter)).toBeNull()
    expect(await cache.lookup(REWORDED, filter)).toBeNull()
    expect(await cache.similar(QUERY, filter, { topK: 5, minScore: 0 })).toEqual([])
  })

  it('is every panel where none is named', async () => {
    const { cache, remember } = await openTestCache()
    await remember({ id: 'one', query: QUERY, fingerprint: 'another panel' })
    expect((await cache.lookup(QUERY, anyPanel))?.result.id).toBe('one')
    expect((await cache.lookup(REWORDED, anyPanel))?.result.id).toBe('one')
  })

  it('is found by id within its scope alone', async () => {
    const { cache, remember } = await openTestCache()
    await remember({ id: 'one', query: QUERY })
    expect((await cache.find('one', 'alice'))?.response.query).toBe(QUERY)
    expect(await cache.find('one', 'bob')).toBeNull()
    expect(await cache.find('two', 'alice')).toBeNull()
  })
})

describe('past queries like one', () => {
  it('are ranked by similarity, no more than asked for, none under the least score', async () => {
    const { cache, remember, clock } = await openTestCache()
    await remember({ id: 'far', query: 'How do bees make honey?' })
    await remember({ id: 'near', query: 'What is the speed of sound in air?' })
    await remember({ id: 'same', query: QUERY })
    const all = await cache.similar(QUERY, anyPanel, { topK: 10, minScore: 0 })
    expect(all.map(({ result_id }) => result_id)).toEqual(['same', 'near', 'far'])
    expect(all[0]).toEqual({ query: QUERY, similarity: 1, result_id: 'same', created_at: clock.now })
    expect(await cache.similar(QUERY, anyPanel, { topK: 2, minScore: 0 })).toHaveLength(2)
    const close = await cache.similar(QUERY, anyPanel, { topK: 10, minScore: 0.9 })
    expect(close.map(({ result_id }) => result_id)).toEqual(['same'])
  })

  it('include those that are served no more but still kept', async () => {
    const { cache, remember, clock } = await openTestCache()
    await remember({ id: 'one', query: QUERY, servedForMs: 1, keptForMs: 1_000 })
    clock.now += 500
    expect(await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0.7 })).toHaveLength(1)
  })
})

describe('the cache over time', () => {
  it('drops what need not be kept any longer and nothing else', async () => {
    const { cache, remember, clock } = await openTestCache()
    await remember({ id: 'short', query: QUERY, keptForMs: 1_000 })
    await remember({ id: 'long', query: 'What is heat?', keptForMs: 5_000 })
    await cache.sweep()
    expect(cache.size()).toBe(2)
    clock.now += 1_000
    await cache.sweep()
    expect(cache.size()).toBe(1)
    expect(await cache.find('short', 'alice')).toBeNull()
    expect(await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0.9 })).toEqual([])
  })

  it('keeps no more results than it may, and lets the oldest go first', async () => {
    const { cache, remember, clock } = await openTestCache({ mostEntries: 2 })
    for (const id of ['first', 'second', 'third']) {
      clock.now += 1
      await remember({ id, query: `What is the ${id} law of motion?` })
    }
    await cache.sweep()
    expect(cache.size()).toBe(2)
    expect(await cache.find('first', 'alice')).toBeNull()
    expect((await cache.find('third', 'alice'))?.id).toBe('third')
  })

  it('knows again what its store holds when it is opened anew', async () => {
    const { remember, reopen } = await openTestCache()
    await remember({ id: 'one', query: QUERY })
    const reopened = await reopen()
    expect((await reopened.lookup(REWORDED, mine))?.result.id).toBe('one')
  })

  it('counts lookups, hits and the similarity of hits for each scope by itself', async () => {
    const { cache, remember } = await openTestCache()
    const none = { total_queries: 0, cache_hits: 0, hit_rate: 0, avg_similarity: 0 }
    expect(await cache.statistics('alice')).toEqual(none)
    await remember({ id: 'one', query: QUERY })
    await cache.lookup(QUERY, mine)
    const reworded = await cache.lookup(REWORDED, mine)
    await cache.lookup('How do bees make honey?', mine)
    await cache.lookup('How do bees make honey?', mine)
    expect(await cache.statistics('alice')).toEqual({
      total_queries: 4,
      cache_hits: 2,
      hit_rate: 0.5,
      avg_similarity: (1 + (reworded?.similarity ?? 0)) / 2,
    })
    expect(await cache.statistics('bob')).toEqual(none)
  })
})

/** The built-in model under another name, which can be away and counts what it embeds. */
async function otherModel(name: string) {
  const builtin = await openBuiltinEmbedder()
  const state = { away: false, embedded: 0 }
  const embedder: Embedder = {
    ...builtin,
    name,
    async embed(texts) {
      if (state.away) throw new Error('The embedder is away.')
      state.embedded += texts.length
      return builtin.embed(texts)
    },
  }
  return { embedder, state }
}

describe('the cache under another embedding model', () => {
  it('finds what the model before embedded by its exact text, and by meaning once that is embedded anew', async () => {
    const store = createMemoryResultStore()
    const before = await openTestCache({ store })
    await before.remember({ id: 'one', query: QUERY })
    const { embedder, state } = await otherModel('another')
    const { cache } = await openTestCache({ store, embedder })
    expect(cache.size()).toBe(1)
    expect((await cache.lookup(QUERY, mine))?.result.id).toBe('one')
    expect(await cache.lookup(REWORDED, mine)).toBeNull()
    expect(await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0 })).toEqual([])

    const left: number[] = []
    await cache.embedAnew((count) => left.push(count))
    expect(left).toEqual([1, 0])
    expect((await cache.lookup(REWORDED, mine))?.result.id).toBe('one')
    expect((await store.get('one', 'alice'))?.embedder).toBe('another')

    const embedded = state.embedded
    await cache.embedAnew(() => {})
    expect(state.embedded).toBe(embedded)
  })

  it('embeds nothing twice when asked again while at it', async () => {
    const store = createMemoryResultStore()
    const before = await openTestCache({ store })
    for (const id of ['one', 'two', 'three']) await before.remember({ id, query: `What is ${id}?` })
    const { embedder, state } = await otherModel('another')
    const { cache } = await openTestCache({ store, embedder })
    await Promise.all([cache.embedAnew(() => {}), cache.embedAnew(() => {})])
    expect(state.embedded).toBe(3)
  })

  it('embeds a query once for looking it up and remembering it', async () => {
    const { embedder, state } = await otherModel('another')
    const { cache, remember } = await openTestCache({ embedder })
    await cache.lookup(QUERY, mine)
    await remember({ id: 'one', query: QUERY })
    expect(state.embedded).toBe(1)
  })
})

describe('the cache whose embedder refuses one query', () => {
  it('embeds all others, and keeps that one by its exact text', async () => {
    const store = createMemoryResultStore()
    const before = await openTestCache({ store })
    const ids = ['bad', 'one', 'two', 'three']
    for (const id of ids) await before.remember({ id, query: `What is ${id}?` })
    const { embedder } = await otherModel('another')
    const picky: Embedder = {
      ...embedder,
      async embed(texts) {
        if (texts.some((text) => text.includes('bad'))) throw new Error('refused')
        return embedder.embed(texts)
      },
    }
    const { cache, faults } = await openTestCache({ store, embedder: picky })
    await cache.embedAnew(() => {})
    expect(faults.map(String)).toEqual(['Error: refused'])
    const found = await cache.similar('What is two?', anyPanel, { topK: 5, minScore: 0 })
    expect(found.map(({ result_id }) => result_id).sort()).toEqual(['one', 'three', 'two'])
    expect((await cache.lookup('What is bad?', mine))?.result.id).toBe('bad')
  })
})

describe('the cache while its embedder is away', () => {
  it('keeps a result, finds it by its exact text, and by meaning when the embedder is back', async () => {
    const { embedder, state } = await otherModel('remote')
    const { cache, remember, faults } = await openTestCache({ embedder })
    state.away = true
    await remember({ id: 'one', query: QUERY })
    expect(cache.size()).toBe(1)
    expect((await cache.lookup(QUERY, mine))?.result.id).toBe('one')
    expect(await cache.lookup(REWORDED, mine)).toBeNull()
    expect(faults.length).toBeGreaterThan(0)
    await expect(cache.embedAnew(() => {})).rejects.toThrow('away')
    state.away = false
    await cache.embedAnew(() => {})
    expect((await cache.lookup(REWORDED, mine))?.result.id).toBe('one')
  })
})
