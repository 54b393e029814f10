import { describe, expect, it } from 'vitest'
import { share } from '../../../test/support/property-runs.ts'
import { axis, clusteredVectors, seededRandom } from '../../../test/support/sample-vectors.ts'
import { dotProduct } from '../cosine.ts'
import { createVectorIndex, type VectorIndex } from './vector-index.ts'

const openIndex = (rest = async () => {}) => createVectorIndex(rest)

const idsOf = async (index: VectorIndex, vector: Float32Array, partitions = ['p'], limit = 10) =>
  (await index.search(vector, { partitions, limit })).map(({ id }) => id)

/** The ids of the nearest vectors by comparing with each of them. */
function scan(all: Map<number, Float32Array>, asked: Float32Array, limit: number): number[] {
  return [...all]
    .map(([id, vector]) => ({ id, cosine: dotProduct(asked, vector) }))
    .sort((left, right) => right.cosine - left.cosine)
    .slice(0, limit)
    .map(({ id }) => id)
}

describe('the vector index', () => {
  it('returns the requested number of nearest vectors with their cosines, nearest first', async () => {
    const index = openIndex()
    index.add({ id: 3, partition: 'p', vector: axis(1) })
    index.add({ id: 2, partition: 'p', vector: axis(0, 0.1) })
    index.add({ id: 1, partition: 'p', vector: axis(0) })
    const found = await index.search(axis(0), { partitions: ['p'], limit: 10 })
    expect(found.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(found[0]!.cosine).toBeCloseTo(1, 6)
    expect(found[1]!.cosine).toBeCloseTo(Math.sqrt(0.99), 4)
    expect(found[2]!.cosine).toBeCloseTo(0, 4)
    expect(await idsOf(index, axis(0), ['p'], 2)).toEqual([1, 2])
    expect(await idsOf(index, axis(0), ['p'], 0)).toEqual([])
  })

  it('returns cosines that are exact to four digits', async () => {
    const index = openIndex()
    const next = clusteredVectors(9, 5)
    const all = new Map(Array.from({ length: 100 }, (_, count) => [count, next()]))
    for (const [id, vector] of all) index.add({ id, partition: 'p', vector })
    const asked = next()
    for (const { id, cosine } of await index.search(asked, { partitions: ['p'], limit: 100 }))
      expect(Math.abs(cosine - dotProduct(asked, all.get(id)!))).toBeLessThan(5e-5)
  })

  it('orders equally near vectors by id', async () => {
    const index = openIndex()
    for (const id of [10, 9, 100]) index.add({ id, partition: 'p', vector: axis(3) })
    expect(await idsOf(index, axis(3))).toEqual([9, 10, 100])
  })

  it('never searches another partition', async () => {
    const index = openIndex()
    index.add({ id: 1000, partition: 'mine', vector: axis(1) })
    for (let count = 0; count < 600; count++) index.add({ id: count, partition: 'theirs', vector: axis(0) })
    expect(await idsOf(index, axis(0), ['mine'])).toEqual([1000])
    expect(await idsOf(index, axis(0), [])).toEqual([])
    expect(await idsOf(index, axis(0), ['nobody’s'])).toEqual([])
    expect(await idsOf(index, axis(0), ['theirs'], 700)).not.toContain(1000)
  })

  it('searches several partitions as one', async () => {
    const index = openIndex()
    index.add({ id: 1, partition: 'one', vector: axis(0, 0.5) })
    index.add({ id: 2, partition: 'two', vector: axis(0) })
    index.add({ id: 3, partition: 'three', vector: axis(0) })
    expect(await idsOf(index, axis(0), ['one', 'two', 'one'])).toEqual([2, 1])
  })

  it('replaces the vector of an id, and moves it to another partition', async () => {
    const index = openIndex()
    index.add({ id: 1, partition: 'p', vector: axis(0) })
    index.add({ id: 1, partition: 'p', vector: axis(1) })
    const [found, ...others] = await index.search(axis(1), { partitions: ['p'], limit: 5 })
    expect(found!.cosine).toBeCloseTo(1, 6)
    expect(others).toEqual([])
    index.add({ id: 1, partition: 'q', vector: axis(1) })
    expect(await idsOf(index, axis(1), ['p'])).toEqual([])
    expect(await idsOf(index, axis(1), ['q'])).toEqual([1])
  })

  it('finds everything except removed vectors', async () => {
    const index = openIndex()
    for (const id of [1, 2, 3]) index.add({ id, partition: 'p', vector: axis(id - 1) })
    expect(index.remove(1)).toBe('p')
    expect(index.remove(99)).toBeNull()
    expect((await idsOf(index, axis(2))).sort()).toEqual([2, 3])
    for (const id of [2, 3]) index.remove(id)
    expect(await idsOf(index, axis(2))).toEqual([])
    index.add({ id: 1, partition: 'p', vector: axis(5) })
    expect(await idsOf(index, axis(5))).toEqual([1])
  })

  it('is as accurate as before after very many removals and additions', async () => {
    const index = openIndex()
    const random = seededRandom(5)
    const next = clusteredVectors(6, 10)
    const live = new Map<number, Float32Array>()
    for (let count = 0; count < share(4000); count++) {
      const vector = next()
      index.add({ id: count, partition: 'p', vector })
      live.set(count, vector)
      if (live.size <= 600) continue
      const gone = [...live.keys()][Math.floor(random() * live.size)]!
      index.remove(gone)
      live.delete(gone)
    }
    expect((await idsOf(index, next(), ['p'], 600)).sort()).toEqual([...live.keys()].sort())
    for (const [id, vector] of live) expect(await idsOf(index, vector, ['p'], 1)).toEqual([id])
  })

  it('finds the same ten nearest of very many as an exhaustive comparison, also in several partitions', async () => {
    const index = openIndex()
    const next = clusteredVectors(1, 100)
    const all = new Map(Array.from({ length: share(5000) }, (_, count) => [count, next()]))
    for (const [id, vector] of all) index.add({ id, partition: `p${id % 4}`, vector })
    let found = 0
    for (let count = 0; count < 50; count++) {
      const asked = next()
      const answer = await idsOf(index, asked, ['p0', 'p1', 'p2', 'p3'])
      found += scan(all, asked, 10).filter((id) => answer.includes(id)).length
    }
    expect(found / 500).toBeGreaterThanOrEqual(0.99)
  })

  it.each([1100, 2500, 3000])('finds as many as requested, however many: %i of 3,000', async (limit) => {
    const index = openIndex()
    const next = clusteredVectors(4, 20)
    const all = new Map(Array.from({ length: 3000 }, (_, count) => [count, next()]))
    for (const [id, vector] of all) index.add({ id, partition: 'p', vector })
    const asked = next()
    const found = await idsOf(index, asked, ['p'], limit)
    expect(new Set(found).size).toBe(limit)
    expect(found.slice(0, 10)).toEqual(scan(all, asked, 10))
  })

  it('lets other work have its turn in a large partition, and heeds what that work removes and adds', async () => {
    const next = clusteredVectors(2, 50)
    let rests = 0
    const index = openIndex(async () => {
      if (rests++ > 0) return
      index.remove(7)
      index.add({ id: 80_001, partition: 'q', vector: vectors[7]! })
      index.add({ id: 80_002, partition: 'p', vector: vectors[7]! })
    })
    const vectors = Array.from({ length: 200 }, next)
    for (let count = 0; count < 70_000; count++)
      index.add({ id: count, partition: 'p', vector: vectors[count % 200]! })
    const found = await idsOf(index, vectors[7]!, ['p'], 500)
    expect(rests).toBe(2)
    expect(found).not.toContain(7)
    expect(found).not.toContain(80_001)
    expect(found).toContain(207)
    expect(new Set(found).size).toBe(found.length)
  })

  it('compares by direction only, and accepts a vector of zeros', async () => {
    const index = openIndex()
    index.add({ id: 1, partition: 'p', vector: axis(0).map((value) => 40 * value) })
    index.add({ id: 2, partition: 'p', vector: new Float32Array(768) })
    expect(await index.search(axis(0), { partitions: ['p'], limit: 2 })).toEqual([
      { id: 1, cosine: expect.closeTo(1, 6) },
      { id: 2, cosine: 0 },
    ])
  })

  it('rejects a vector of another length', () => {
    expect(() => openIndex().add({ id: 1, partition: 'p', vector: new Float32Array(384) })).toThrow(/384/)
  })
})
