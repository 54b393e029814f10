import { describe, expect, it } from 'vitest'
import { createMemoryVectorStore } from '../../test/support/memory-vector-store.ts'
import { createTurns } from '../../test/support/turns.ts'
import { embedStored, withoutLock } from './embed-stored.ts'

/** A model that counts letters, and what it was asked. */
function countingModel(embedder: string, failAfter = Number.POSITIVE_INFINITY) {
  const asked: string[] = []
  return {
    embedder,
    asked,
    async embed(texts: string[]) {
      if (asked.length + texts.length > failAfter) throw new Error('The embedder is away.')
      asked.push(...texts)
      return texts.map((text) => new Float32Array([text.length, embedder.length]))
    },
  }
}

const TEXTS = Array.from({ length: 600 }, (_, index) => 'x'.repeat(index + 1))
const rest = { oneAtATime: withoutLock, onProgress() {} }

describe('embedding stored texts', () => {
  it('returns the vectors in the order of the texts, the same for equal texts', async () => {
    const store = createMemoryVectorStore()
    const vectors = await embedStored(['bbb', 'a', 'bbb'], { ...countingModel('m'), store, ...rest })
    expect(vectors.map(([length]) => length)).toEqual([3, 1, 3])
  })

  it('embeds no text twice, nor one that is already stored', async () => {
    const store = createMemoryVectorStore()
    const first = countingModel('m')
    await embedStored(['a', 'bb', 'a'], { ...first, store, ...rest })
    expect(first.asked).toEqual(['a', 'bb'])
    const second = countingModel('m')
    await embedStored(['bb', 'ccc', 'a'], { ...second, store, ...rest })
    expect(second.asked).toEqual(['ccc'])
  })

  it('embeds everything again for another model, and mixes nothing', async () => {
    const store = createMemoryVectorStore()
    await embedStored(['a'], { ...countingModel('old'), store, ...rest })
    const newer = countingModel('newer')
    const [vector] = await embedStored(['a'], { ...newer, store, ...rest })
    expect(newer.asked).toEqual(['a'])
    expect([...vector!]).toEqual([1, 5])
  })

  it('resumes where it was interrupted', async () => {
    const store = createMemoryVectorStore()
    const failing = countingModel('m', 300)
    await expect(embedStored(TEXTS, { ...failing, store, ...rest })).rejects.toThrow('away')
    const again = countingModel('m')
    await embedStored(TEXTS, { ...again, store, ...rest })
    expect(again.asked).toHaveLength(TEXTS.length - failing.asked.length)
    expect(failing.asked.length).toBeGreaterThan(0)
  })

  it('reports how many texts are left, down to zero', async () => {
    const left: number[] = []
    const store = createMemoryVectorStore()
    await embedStored(TEXTS, {
      ...countingModel('m'),
      store,
      ...rest,
      onProgress: (count) => left.push(count),
    })
    expect(left[0]).toBe(600)
    expect(left.at(-1)).toBe(0)
    expect(left).toEqual([...left].sort((a, b) => b - a))
  })

  it('pays once for texts that two processes want at the same time', async () => {
    const oneAtATime = createTurns()
    const store = createMemoryVectorStore()
    const models = [countingModel('m'), countingModel('m')] as const
    const both = models.map((model) => embedStored(TEXTS, { ...model, store, ...rest, oneAtATime }))
    const [first, second] = await Promise.all(both)
    expect(models[0].asked.length + models[1].asked.length).toBe(TEXTS.length)
    expect(second).toEqual(first)
  })
})
