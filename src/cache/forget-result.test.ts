import { describe, expect, it } from 'vitest'
import { openTestCache } from '../../test/support/cache.ts'
import { createMemoryQuestionPairs } from '../../test/support/memory-cache-stores.ts'
import { createMemoryPastQuestions } from '../../test/support/memory-past-questions.ts'
import { createPlanarEmbedder } from '../../test/support/planar-embedder.ts'
import type { PastQuestions } from './past-questions.ts'

const STORED = 'What is stored at 0.9'
const ASKED = 'What is asked at 1'
const THIRD = 'What is neither at 0.95'
const mine = { scope: 'alice', router: 'offline', fingerprint: 'panel' }
const anyPanel = { ...mine, fingerprint: null }

/** A verifier that is wrong: it takes everything for the same. */
const credulous = () => ({ same: true, probability: 0.9, differences: [] })

async function openCredulous() {
  const opened = await openTestCache({ embedder: createPlanarEmbedder(), verify: credulous })
  await opened.remember({ id: 'one', query: STORED })
  return opened
}

describe('forgetting a result', () => {
  it('drops it from lookups, past queries and by its id, and says so once', async () => {
    const { cache, remember } = await openCredulous()
    await remember({ id: 'other', query: 'What is else at 0.5' })
    expect((await cache.lookup(STORED, mine))?.result.id).toBe('one')
    expect(await cache.forget({ id: 'one', scope: 'alice' })).toEqual({
      id: 'one',
      deleted: true,
      query: STORED,
      different_from: [],
    })
    expect(await cache.find('one', 'alice')).toBeNull()
    expect(await cache.lookupExact(STORED, mine)).toBeNull()
    const similar = await cache.similar(STORED, anyPanel, { topK: 5, minScore: 0 })
    expect(similar.map(({ result_id }) => result_id)).toEqual(['other'])
    expect((await cache.size()).entries).toBe(1)
    expect(await cache.forget({ id: 'one', scope: 'alice' })).toBeNull()
  })

  it('drops older results of the question with it, so that none is served in its place', async () => {
    const { cache, remember } = await openCredulous()
    await remember({ id: 'newer', query: STORED.toUpperCase() })
    await remember({ id: 'of another panel', query: STORED, fingerprint: 'other' })
    await cache.forget({ id: 'newer', scope: 'alice' })
    expect(await cache.lookup(STORED, mine)).toBeNull()
    expect(await cache.find('one', 'alice')).toBeNull()
    expect(await cache.find('of another panel', 'alice')).not.toBeNull()
  })

  it('leaves a newer result of the question alone', async () => {
    const { cache, remember, clock } = await openCredulous()
    clock.now += 1
    await remember({ id: 'newer', query: STORED })
    await cache.forget({ id: 'one', scope: 'alice' })
    expect((await cache.lookup(STORED, mine))?.result.id).toBe('newer')
  })

  it('can be tried again when the store failed', async () => {
    const embedder = createPlanarEmbedder()
    const past = createMemoryPastQuestions()(embedder.name)
    let isAway = true
    const failing: PastQuestions = {
      ...past,
      remove: (ids) => (isAway ? Promise.reject(new Error('disk full')) : past.remove(ids)),
    }
    const { cache, remember } = await openTestCache({ open: () => failing, embedder })
    await remember({ id: 'one', query: STORED })
    await expect(cache.forget({ id: 'one', scope: 'alice' })).rejects.toThrow('disk full')
    isAway = false
    expect(await cache.forget({ id: 'one', scope: 'alice' })).toMatchObject({ deleted: true })
    expect(await cache.lookup(STORED, mine)).toBeNull()
  })

  it('is not for another scope, nor for what is not there', async () => {
    const { cache } = await openCredulous()
    expect(await cache.forget({ id: 'one', scope: 'bob' })).toBeNull()
    expect(await cache.forget({ id: 'two', scope: 'alice' })).toBeNull()
    expect((await cache.lookup(STORED, mine))?.result.id).toBe('one')
  })

  it('remembers that what it was served to asks something else, in both directions', async () => {
    const { cache, remember } = await openCredulous()
    expect((await cache.lookup(ASKED, mine))?.result.id).toBe('one')
    await cache.lookup(STORED.toUpperCase(), mine)
    const forgotten = await cache.forget({ id: 'one', scope: 'alice' })
    expect(forgotten?.different_from).toEqual([ASKED])

    await remember({ id: 'again', query: STORED })
    expect(await cache.lookup(ASKED, mine)).toBeNull()
    expect(await cache.lookup(`  ${ASKED.toLowerCase()}`, mine)).toBeNull()
    expect((await cache.lookup(THIRD, mine))?.result.id).toBe('again')

    await cache.forget({ id: 'again', scope: 'alice', query: 'nothing to do with it' })
    await remember({ id: 'asked', query: ASKED })
    expect(await cache.lookup(STORED, mine)).toBeNull()
    expect((await cache.lookup(THIRD, mine))?.result.id).toBe('asked')
  })

  it('knows whom it was served to in other words, and notes nothing of the same text', async () => {
    const pairs = createMemoryQuestionPairs()
    const embedder = createPlanarEmbedder()
    const { cache, remember } = await openTestCache({ embedder, verify: credulous, pairs })
    await remember({ id: 'one', query: STORED })
    for (const query of [STORED, STORED.toUpperCase(), ASKED, THIRD]) await cache.lookup(query, mine)
    expect(await pairs.servedTo('one')).toEqual([THIRD, ASKED])
  })

  it('remembers nothing for another scope', async () => {
    const { cache, remember } = await openCredulous()
    await cache.lookup(ASKED, mine)
    await cache.forget({ id: 'one', scope: 'alice' })
    await remember({ id: 'of bob', query: STORED, scope: 'bob' })
    expect((await cache.lookup(ASKED, { ...mine, scope: 'bob' }))?.result.id).toBe('of bob')
  })

  it('remembers the named question alone where one is named', async () => {
    const { cache, remember } = await openCredulous()
    await cache.lookup(THIRD, mine)
    await cache.lookup(ASKED, mine)
    const forgotten = await cache.forget({ id: 'one', scope: 'alice', query: ASKED })
    expect(forgotten?.different_from).toEqual([ASKED])
    await remember({ id: 'again', query: STORED })
    expect(await cache.lookup(ASKED, mine)).toBeNull()
    expect((await cache.lookup(THIRD, mine))?.result.id).toBe('again')
  })

  it('never takes a question for different from itself', async () => {
    const { cache, remember } = await openCredulous()
    const forgotten = await cache.forget({ id: 'one', scope: 'alice', query: STORED.toLowerCase() })
    expect(forgotten?.different_from).toEqual([])
    await remember({ id: 'again', query: STORED })
    expect((await cache.lookup(STORED, mine))?.result.id).toBe('again')
  })

  it('happens once where two ask for it at the same moment', async () => {
    const { cache } = await openCredulous()
    const both = await Promise.all([1, 2].map(() => cache.forget({ id: 'one', scope: 'alice' })))
    expect(both.filter((forgotten) => forgotten !== null)).toHaveLength(1)
  })
})
