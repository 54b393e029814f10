import { describe, expect, it } from 'vitest'
import { openTestCache } from '../../test/support/cache.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { createTurns } from '../../test/support/turns.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { rememberVectors } from '../vectors/embedder.ts'

const QUERY = 'What is the speed of light in a vacuum?'
const REWORDED = 'Please tell me the speed of light in a vacuum'
const mine = { scope: 'alice', router: 'offline', fingerprint: 'panel' }
const anyPanel = { ...mine, fingerprint: null }

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
    const before = await openTestCache()
    const { open } = before
    await before.remember({ id: 'one', query: QUERY })
    const { embedder, state } = await otherModel('another')
    const { cache } = await openTestCache({ open, embedder })
    expect((await cache.size()).entries).toBe(1)
    expect((await cache.lookup(QUERY, mine))?.result.id).toBe('one')
    expect(await cache.lookup(REWORDED, mine)).toBeNull()
    expect(await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0 })).toEqual([])

    const left: number[] = []
    await cache.reembed((count) => left.push(count))
    expect(left).toEqual([1, 0])
    expect((await cache.lookup(REWORDED, mine))?.result.id).toBe('one')

    const embedded = state.embedded
    await cache.reembed(() => {})
    expect(state.embedded).toBe(embedded)
  })

  it('embeds nothing twice when asked again while at it', async () => {
    const before = await openTestCache()
    const { open } = before
    for (const id of ['one', 'two', 'three']) await before.remember({ id, query: `What is ${id}?` })
    const { embedder, state } = await otherModel('another')
    const { cache } = await openTestCache({ open, embedder })
    await Promise.all([cache.reembed(() => {}), cache.reembed(() => {})])
    expect(state.embedded).toBe(3)
  })

  it('embeds a query once for looking it up and remembering it', async () => {
    const { embedder, state } = await otherModel('another')
    const { cache, remember } = await openTestCache({ embedder: rememberVectors(embedder) })
    await remember({ id: 'one', query: 'How do bees make honey?' })
    state.embedded = 0
    await cache.lookup(QUERY, mine)
    await remember({ id: 'two', query: QUERY })
    await cache.similar(QUERY, anyPanel, { topK: 5, minScore: 0 })
    expect(state.embedded).toBe(1)
  })
})

describe('two processes with one store', () => {
  it('take turns, so that nothing is embedded twice', async () => {
    const before = await openTestCache()
    for (const id of ['one', 'two', 'three']) await before.remember({ id, query: `What is ${id}?` })
    const { embedder, state } = await otherModel('another')
    const oneAtATime = createTurns()
    const openProcess = async () => (await openTestCache({ open: before.open, embedder, oneAtATime })).cache
    const [first, second] = [await openProcess(), await openProcess()]
    await Promise.all([first.reembed(() => {}), second.reembed(() => {})])
    expect(state.embedded).toBe(3)
  })

  it('do not embed each other’s questions for ever where their models differ', async () => {
    const before = await openTestCache()
    await before.remember({ id: 'one', query: QUERY })
    const models = [await otherModel('first'), await otherModel('second')]
    const caches = await Promise.all(
      models.map(async ({ embedder }) => (await openTestCache({ open: before.open, embedder })).cache),
    )
    for (let minute = 0; minute < 5; minute++) for (const cache of caches) await cache.reembed(() => {})
    expect(models.map(({ state }) => state.embedded)).toEqual([1, 1])
  })
})

describe('the cache whose embedder refuses one query', () => {
  it('embeds all others, and keeps that one by its exact text', async () => {
    const before = await openTestCache()
    const { open } = before
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
    const { cache, faults } = await openTestCache({ open, embedder: picky })
    await cache.reembed(() => {})
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
    expect((await cache.size()).entries).toBe(1)
    expect((await cache.lookup(QUERY, mine))?.result.id).toBe('one')
    expect(await cache.lookup(REWORDED, mine)).toBeNull()
    expect(faults.length).toBeGreaterThan(0)
    await expect(cache.reembed(() => {})).rejects.toThrow('away')
    state.away = false
    await cache.reembed(() => {})
    expect((await cache.lookup(REWORDED, mine))?.result.id).toBe('one')
  })
})
