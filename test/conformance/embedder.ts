import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '../../src/contract/limits.ts'
import { dotProduct } from '../../src/vectors/cosine.ts'
import { type Embedder, embedOne, type PairKind } from '../../src/vectors/embedder.ts'

interface EmbedderUnderTest {
  embedder: Embedder
  close(): Promise<void> | void
}

const TEXTS = ['What is light?', 'light', '光とは何ですか', '🙂', 'word '.repeat(6_400), 'What is light?']
const PAIRS: PairKind[] = ['question-statement', 'question-question']

/** What every embedder does, whatever it asks for vectors. */
export function describeEmbedder(
  backend: string,
  name: RegExp,
  open: () => Promise<EmbedderUnderTest>,
): void {
  describe(`the embedder ${backend}`, () => {
    let opened: EmbedderUnderTest
    let embedder: Embedder
    beforeAll(async () => {
      opened = await open()
      embedder = opened.embedder
    })
    afterAll(() => opened.close())

    it('returns 768 finite numbers of length 1 for every text', async () => {
      for (const vector of await embedder.embed(TEXTS)) {
        expect(vector).toBeInstanceOf(Float32Array)
        expect(vector).toHaveLength(EMBEDDING_DIMENSIONS)
        expect(vector.every(Number.isFinite)).toBe(true)
        expect(dotProduct(vector, vector)).toBeCloseTo(1, 5)
      }
    })

    it('returns the same vectors in a batch, in order, as for single texts', async () => {
      const together = await embedder.embed(TEXTS)
      expect(together).toHaveLength(TEXTS.length)
      for (const [place, text] of TEXTS.entries())
        expect(together[place]).toEqual(await embedOne(embedder, text))
    })

    it('keeps the order of more texts than fit into a batch', async () => {
      const texts = Array.from({ length: 300 }, (_, number) => `text number ${number}`)
      const together = await embedder.embed(texts)
      expect(together).toHaveLength(300)
      for (const place of [0, 95, 96, 191, 192, 299])
        expect(together[place]).toEqual(await embedOne(embedder, texts[place]!))
    })

    it('distinguishes texts', async () => {
      const [first, second] = await embedder.embed(['What is light?', 'How deep is the sea?'])
      expect(dotProduct(first!, second!)).toBeLessThan(0.99)
    })

    it('returns new vectors each time', async () => {
      const before = await embedOne(embedder, 'mine')
      const copy = before.slice()
      await embedder.embed(['another', 'mine'])
      expect(before).toEqual(copy)
      before.fill(0)
      expect(await embedOne(embedder, 'mine')).toEqual(copy)
    })

    it('returns no vectors for no texts', async () => {
      expect(await embedder.embed([])).toEqual([])
    })

    it.each(PAIRS)('has a relevance of %s that rises from 0 to 1, and is 1 for the same text', (pair) => {
      const steps = Array.from({ length: 41 }, (_, index) => embedder.relevance(index / 20 - 1, pair))
      expect(steps).toEqual([...steps].sort((left, right) => left - right))
      expect(new Set(steps).size).toBe(41)
      expect(steps[0]).toBeGreaterThanOrEqual(0)
      expect(steps.at(-1)).toBe(1)
      expect(embedder.relevance(1 + 1e-6, pair)).toBe(1)
    })

    it('has a stable name that identifies the model', async () => {
      expect(embedder.name).toMatch(name)
      const before = embedder.name
      await embedder.embed(['anything'])
      expect(embedder.name).toBe(before)
    })
  })
}
