import { describe, expect, it } from 'vitest'
import { openTestCache } from '../../test/support/cache.ts'
import { createMemoryPastQuestions } from '../../test/support/memory-past-questions.ts'

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
    expect(hit).toMatchObject({ similarity: 1, sameQuestion: 1 })
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

  it('finds a draft for exactly its text, and never for other words', async () => {
    const { cache, remember } = await openTestCache()
    await remember({ id: 'one', query: QUERY, kind: 'draft' })
    expect((await cache.lookup(QUERY, mine))?.result.id).toBe('one')
    for (const other of [REWORDED, QUERY.toLowerCase(), `${QUERY} `])
      expect(await cache.lookup(other, mine), other).toBeNull()
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

describe('the cache of another edition', () => {
  const current = async () => {
    const open = createMemoryPastQuestions()
    const before = await openTestCache({ open, edition: 'older' })
    await before.remember({ id: 'one', query: QUERY })
    return openTestCache({ open, edition: 'newer' })
  }

  it('serves nothing that was made otherwise, neither exactly nor by meaning, for one panel or any', async () => {
    const { cache } = await current()
    for (const filter of [mine, anyPanel]) {
      expect(await cache.lookup(QUERY, filter)).toBeNull()
      expect(await cache.lookup(REWORDED, filter)).toBeNull()
      expect(await cache.lookupExact(QUERY, filter)).toBeNull()
    }
  })

  it('still shows it as a past query and by its id', async () => {
    const { cache } = await current()
    const similar = await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0.7 })
    expect(similar.map(({ result_id }) => result_id)).toEqual(['one'])
    expect((await cache.find('one', 'alice'))?.id).toBe('one')
  })

  it('serves what is made from now on', async () => {
    const { cache, remember } = await current()
    await remember({ id: 'two', query: QUERY })
    expect((await cache.lookup(REWORDED, mine))?.result.id).toBe('two')
  })
})

describe('a second look', () => {
  it('finds the exact text alone, and is not counted', async () => {
    const { cache, remember, outcomes } = await openTestCache()
    await remember({ id: 'one', query: QUERY })
    expect((await cache.lookupExact(QUERY.toUpperCase(), mine))?.result.id).toBe('one')
    expect(await cache.lookupExact(REWORDED, mine)).toBeNull()
    expect(await cache.lookupExact(QUERY, { ...mine, scope: 'bob' })).toBeNull()
    expect(outcomes).toEqual([])
    expect((await cache.statistics('alice')).total_queries).toBe(0)
  })
})

describe('the cache over time', () => {
  it('drops what need not be kept any longer and nothing else', async () => {
    const { cache, remember, clock } = await openTestCache()
    await remember({ id: 'short', query: QUERY, keptForMs: 1_000 })
    await remember({ id: 'long', query: 'What is heat?', keptForMs: 5_000 })
    await cache.sweep()
    expect((await cache.size()).entries).toBe(2)
    clock.now += 1_000
    await cache.sweep()
    expect((await cache.size()).entries).toBe(1)
    expect(await cache.find('short', 'alice')).toBeNull()
    expect(await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0.9 })).toEqual([])
  })

  it('keeps no more results than it may from the moment one is added, and lets go what was of use longest ago', async () => {
    const { cache, remember, clock } = await openTestCache({ mostEntries: 2 })
    const law = (id: string) => `What is the ${id} law of motion?`
    for (const id of ['first', 'second']) {
      clock.now += 1
      await remember({ id, query: law(id) })
    }
    clock.now += 1
    expect((await cache.lookup(law('first'), mine))?.result.id).toBe('first')
    await remember({ id: 'third', query: law('third') })
    expect((await cache.size()).entries).toBe(2)
    expect(await cache.find('second', 'alice')).toBeNull()
    expect(await cache.lookup(law('second'), mine)).toBeNull()
    expect(await cache.similar(law('second'), anyPanel, { topK: 5, minScore: 0 })).toHaveLength(2)
    expect((await cache.find('first', 'alice'))?.id).toBe('first')
    expect((await cache.find('third', 'alice'))?.id).toBe('third')
  })

  it('lets nobody push out what another keeps', async () => {
    const { cache, remember, clock } = await openTestCache({ mostEntries: 3 })
    await remember({ id: 'of bob', query: QUERY, scope: 'bob' })
    for (const id of ['1', '2', '3', '4', '5']) {
      clock.now += 1
      await remember({ id, query: `What is law ${id}?` })
    }
    expect((await cache.find('of bob', 'bob'))?.id).toBe('of bob')
    expect(await cache.find('3', 'alice')).toBeNull()
    expect((await cache.find('4', 'alice'))?.id).toBe('4')
  })

  it('stays within its bytes from the moment a result is added', async () => {
    const { cache, remember, clock } = await openTestCache({ mostBytes: 20_000 })
    for (let place = 0; place < 100; place++) {
      clock.now += 1
      await remember({ id: `${place}`, query: `What is ${place}? ${'Really. '.repeat(50)}` })
      expect((await cache.size()).bytes).toBeLessThanOrEqual(20_000)
    }
    expect((await cache.size()).bytes).toBeGreaterThan(15_000)
    expect(await cache.find('0', 'alice')).toBeNull()
    expect((await cache.find('99', 'alice'))?.id).toBe('99')
  })

  it('keeps to a smaller bound when it is opened again', async () => {
    const { cache, open, remember, clock } = await openTestCache()
    for (const id of ['first', 'second', 'third']) {
      clock.now += 1
      await remember({ id, query: `What is the ${id} law of motion?` })
    }
    clock.now += 1
    await cache.lookup('What is the first law of motion?', mine)
    const { cache: smaller } = await openTestCache({ open, mostEntries: 2, now: () => clock.now })
    await smaller.sweep()
    expect(await smaller.find('second', 'alice')).toBeNull()
    expect((await smaller.size()).entries).toBe(2)
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
