import { describe, expect, it } from 'vitest'
import { openTestCache } from '../../test/support/cache.ts'
import { createPlanarEmbedder } from '../../test/support/planar-embedder.ts'

const QUERY = 'What is the speed of light in a vacuum?'
const anyPanel = { scope: 'alice', router: 'offline', fingerprint: null }

describe('past queries like one', () => {
  it('are ranked by similarity, no more than asked for, none under the least score', async () => {
    const { cache, remember, clock } = await openTestCache()
    await remember({ id: 'far', query: 'How do bees make honey?' })
    await remember({ id: 'near', query: 'What is the speed of sound in air?' })
    await remember({ id: 'same', query: QUERY })
    const all = await cache.similar(QUERY, anyPanel, { topK: 10, minScore: 0 })
    expect(all.map(({ result_id }) => result_id)).toEqual(['same', 'near', 'far'])
    expect(all[0]).toEqual({
      query: QUERY,
      similarity: 1,
      same_question: 1,
      result_id: 'same',
      created_at: clock.now,
    })
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

  it('say of the first ten how sure the verifier is, and nothing of the others', async () => {
    const asked: string[] = []
    const { cache, remember } = await openTestCache({
      embedder: createPlanarEmbedder(),
      verify(_, stored) {
        asked.push(stored)
        return { same: false, probability: 0.25, differences: [] }
      },
    })
    for (let place = 11; place < 23; place++) await remember({ id: `${place}`, query: `stored 0.${place}` })
    await remember({ id: 'same', query: 'Asked 1' })
    const found = await cache.similar('asked 1', anyPanel, { topK: 13, minScore: 0 })
    expect(found.map(({ same_question }) => same_question)).toEqual([
      1,
      ...Array(9).fill(0.25),
      ...Array(3).fill(undefined),
    ])
    expect(found.slice(10).every((item) => !('same_question' in item))).toBe(true)
    expect(asked).toHaveLength(9)
  })

  it('are listed also where the verifier fails, which is reported', async () => {
    const verify = () => {
      throw new Error('no verdict')
    }
    const { cache, remember, faults } = await openTestCache({ verify })
    await remember({ id: 'one', query: 'What is the speed of sound?' })
    const [item] = await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0 })
    expect(item).toMatchObject({ result_id: 'one' })
    expect(item).not.toHaveProperty('same_question')
    expect(faults.map(String)).toEqual(['Error: no verdict'])
  })

  it('say that a pair remembered as different is not the same, whatever the verifier thinks', async () => {
    const verify = () => ({ same: true, probability: 0.99, differences: [] })
    const { cache, remember } = await openTestCache({ verify })
    const stored = 'What is the speed of sound?'
    await remember({ id: 'one', query: stored })
    await cache.forget({ id: 'one', scope: 'alice', query: QUERY })
    await remember({ id: 'two', query: stored })
    const [item] = await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0 })
    expect(item).toMatchObject({ result_id: 'two', same_question: 0 })
  })

  it('show the first 16,000 characters of a long one', async () => {
    const { cache, remember } = await openTestCache()
    await remember({ id: 'long', query: `${QUERY} `.repeat(5_000) })
    const [found] = await cache.similar(QUERY, anyPanel, { topK: 1, minScore: 0 })
    expect(found).toMatchObject({ result_id: 'long', same_question: 0 })
    expect(found?.query).toHaveLength(16_000)
  })
})
