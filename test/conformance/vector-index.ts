import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { dotProduct } from '../../src/vectors/dot-product.ts'
import type { VectorIndex } from '../../src/vectors/vector-index.ts'
import { share } from '../support/property-runs.ts'
import { describeRestoring } from './vector-index-restoring.ts'
import { axis, clusteredVectors, seededRandom } from './vector-index-vectors.ts'

/** Opens an index; one that keeps files keeps them in that folder. */
export type OpenVectorIndex = (folder: string) => VectorIndex

/** What every vector index does. */
export function describeVectorIndex(name: string, open: OpenVectorIndex): void {
  describe(`the vector index ${name}`, () => {
    const opened: VectorIndex[] = []
    const folders: string[] = []
    const newFolder = () => {
      const folder = mkdtempSync(join(tmpdir(), 'stretto-index-'))
      folders.push(folder)
      return folder
    }
    const openIndex = (folder = newFolder()) => {
      const index = open(folder)
      opened.push(index)
      return index
    }
    afterEach(async () => {
      for (const index of opened.splice(0)) await index.close()
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
    })

    const idsOf = async (index: VectorIndex, vector: Float32Array, partitions = ['p'], limit = 10) =>
      (await index.search(vector, { partitions, limit })).map(({ id }) => id)

    it('returns the requested number of nearest vectors with their cosines, nearest first', async () => {
      const index = openIndex()
      index.add({ id: 'far', partition: 'p', vector: axis(1) })
      index.add({ id: 'near', partition: 'p', vector: axis(0, 0.1) })
      index.add({ id: 'same', partition: 'p', vector: axis(0) })
      const found = await index.search(axis(0), { partitions: ['p'], limit: 10 })
      expect(found.map(({ id }) => id)).toEqual(['same', 'near', 'far'])
      expect(found[0]!.cosine).toBeCloseTo(1, 6)
      expect(found[1]!.cosine).toBeCloseTo(Math.sqrt(0.99), 3)
      expect(found[2]!.cosine).toBeCloseTo(0, 3)
      expect(await idsOf(index, axis(0), ['p'], 2)).toEqual(['same', 'near'])
      expect(await idsOf(index, axis(0), ['p'], 0)).toEqual([])
    })

    it('orders equally near vectors by id', async () => {
      const index = openIndex()
      for (const id of ['c', 'a', 'b']) index.add({ id, partition: 'p', vector: axis(3) })
      expect(await idsOf(index, axis(3))).toEqual(['a', 'b', 'c'])
    })

    it('never searches another partition', async () => {
      const index = openIndex()
      index.add({ id: 'mine', partition: 'mine', vector: axis(1) })
      for (let count = 0; count < 40; count++)
        index.add({ id: `theirs-${count}`, partition: 'theirs', vector: axis(0) })
      expect(await idsOf(index, axis(0), ['mine'])).toEqual(['mine'])
      expect(await idsOf(index, axis(0), [])).toEqual([])
      expect(await idsOf(index, axis(0), ['nobody’s'])).toEqual([])
      expect(await idsOf(index, axis(0), ['theirs'], 40)).not.toContain('mine')
    })

    it('searches several partitions as one', async () => {
      const index = openIndex()
      index.add({ id: 'a', partition: 'one', vector: axis(0, 0.5) })
      index.add({ id: 'b', partition: 'two', vector: axis(0) })
      index.add({ id: 'c', partition: 'three', vector: axis(0) })
      expect(await idsOf(index, axis(0), ['one', 'two', 'one'])).toEqual(['b', 'a'])
    })

    it('replaces the vector of an id, and moves it to another partition', async () => {
      const index = openIndex()
      index.add({ id: 'a', partition: 'p', vector: axis(0) })
      index.add({ id: 'a', partition: 'p', vector: axis(1) })
      const [found, ...others] = await index.search(axis(1), { partitions: ['p'], limit: 5 })
      expect(found!.cosine).toBeCloseTo(1, 6)
      expect(others).toEqual([])
      index.add({ id: 'a', partition: 'q', vector: axis(1) })
      expect(await idsOf(index, axis(1), ['p'])).toEqual([])
      expect(await idsOf(index, axis(1), ['q'])).toEqual(['a'])
      expect(index.size()).toBe(1)
    })

    it('finds everything except removed vectors', async () => {
      const index = openIndex()
      for (const [place, id] of ['a', 'b', 'c'].entries())
        index.add({ id, partition: 'p', vector: axis(place) })
      index.remove('a')
      index.remove('never there')
      expect((await idsOf(index, axis(2))).sort()).toEqual(['b', 'c'])
      expect(index.size()).toBe(2)
      for (const id of ['b', 'c']) index.remove(id)
      expect(await idsOf(index, axis(2))).toEqual([])
      index.add({ id: 'a', partition: 'p', vector: axis(5) })
      expect(await idsOf(index, axis(5))).toEqual(['a'])
    })

    it('is as accurate as before after very many removals and additions', async () => {
      const index = openIndex()
      const random = seededRandom(5)
      const next = clusteredVectors(6, 10)
      const live = new Map<string, Float32Array>()
      for (let count = 0; count < share(4000); count++) {
        const vector = next()
        index.add({ id: `id-${count}`, partition: 'p', vector })
        live.set(`id-${count}`, vector)
        if (live.size <= 100) continue
        const gone = [...live.keys()][Math.floor(random() * live.size)]!
        index.remove(gone)
        live.delete(gone)
        // Waits for the work so far, so that it does not pile up.
        if (count % 50 === 0) await index.search(vector, { partitions: ['p'], limit: 1 })
      }
      expect(index.size()).toBe(100)
      expect((await idsOf(index, next(), ['p'], 200)).sort()).toEqual([...live.keys()].sort())
      for (const [id, vector] of live) expect(await idsOf(index, vector, ['p'], 1)).toEqual([id])
    })

    it('finds the same ten nearest of very many as an exhaustive comparison', async () => {
      const index = openIndex()
      const next = clusteredVectors(1, 100)
      const all = new Map(Array.from({ length: share(5000) }, (_, count) => [`id-${count}`, next()]))
      await index.restore(
        new Map([...all.keys()].map((id) => [id, 'p'])),
        async (ids) => new Map(ids.map((id) => [id, all.get(id)!])),
      )
      let found = 0
      for (let count = 0; count < 50; count++) {
        const asked = next()
        const nearest = [...all]
          .map(([id, vector]) => ({ id, cosine: dotProduct(asked, vector) }))
          .sort((left, right) => right.cosine - left.cosine)
          .slice(0, 10)
          .map(({ id }) => id)
        const answer = await idsOf(index, asked)
        found += nearest.filter((id) => answer.includes(id)).length
      }
      expect(found / 500).toBeGreaterThanOrEqual(0.99)
    })

    it('rejects a vector of another length', () => {
      expect(() => openIndex().add({ id: 'a', partition: 'p', vector: new Float32Array(384) })).toThrow(/384/)
    })

    describeRestoring({ openIndex, newFolder })
  })
}
