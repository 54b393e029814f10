import { afterEach, describe, expect, it } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '../../src/contract/limits.ts'
import type { VectorStore } from '../../src/vectors/embed-stored.ts'

interface OpenStore {
  store: VectorStore
  close(): Promise<void>
}

const vector = (...values: number[]) => {
  const whole = new Float32Array(EMBEDDING_DIMENSIONS)
  whole.set(values)
  return whole
}

/** What every store of vectors does. */
export function describeVectorStore(name: string, open: () => Promise<OpenStore>): void {
  describe(`the vector store on ${name}`, () => {
    const opened: OpenStore[] = []
    const openStore = async () => {
      const store = await open()
      opened.push(store)
      return store.store
    }
    afterEach(async () => {
      for (const { close } of opened.splice(0)) await close()
    })

    it('returns exactly what was saved, and nothing for unknown texts', async () => {
      const store = await openStore()
      await store.save('one', new Map([['a text', vector(0.1, -2, 3e-9)]]))
      const found = await store.load('one', ['a text', 'another'])
      expect([...found]).toEqual([['a text', vector(0.1, -2, 3e-9)]])
    })

    it('returns any number of vectors', async () => {
      const store = await openStore()
      const texts = Array.from({ length: 2_500 }, (_, place) => `text ${place}`)
      await store.save('one', new Map(texts.map((text, place) => [text, vector(place)])))
      const found = await store.load('one', texts)
      expect(texts.map((text) => found.get(text)?.[0])).toEqual(texts.map((_, place) => place))
    })

    it('never returns vectors of another model', async () => {
      const store = await openStore()
      await store.save('one', new Map([['a text', vector(1)]]))
      expect((await store.load('two', ['a text'])).size).toBe(0)
    })

    it('keeps the latest vector of a text', async () => {
      const store = await openStore()
      await store.save('one', new Map([['a text', vector(1)]]))
      await store.save('one', new Map([['a text', vector(2)]]))
      expect((await store.load('one', ['a text'])).get('a text')).toEqual(vector(2))
    })

    it('drops other models and texts that no longer exist', async () => {
      const store = await openStore()
      await store.save('old', new Map([['kept', vector(1)]]))
      await store.save(
        'new',
        new Map([
          ['kept', vector(2)],
          ['gone', vector(3)],
        ]),
      )
      await store.keepOnly('new', ['kept', 'unknown'])
      expect([...(await store.load('new', ['kept', 'gone']))]).toEqual([['kept', vector(2)]])
      expect((await store.load('old', ['kept'])).size).toBe(0)
    })
  })
}
