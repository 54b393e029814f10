import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VectorIndex } from '../../src/vectors/vector-index.ts'
import { axis } from './vector-index-vectors.ts'

interface Restoring {
  openIndex: (folder?: string) => VectorIndex
  newFolder: () => string
}

const COUNT = 60
const vectors = new Map(Array.from({ length: COUNT }, (_, place) => [`id-${place}`, axis(place)]))
const partitionOf = (id: string) => (Number(id.slice(3)) % 10 === 0 ? 'q' : 'p')
const expected = () => new Map([...vectors.keys()].map((id) => [id, partitionOf(id)]))
const vectorsOf = async (ids: string[]) => new Map(ids.map((id) => [id, vectors.get(id)!]))

/** Every expected vector is found where it belongs, and nothing beside them. */
async function expectAll(index: VectorIndex): Promise<void> {
  expect(index.size()).toBe(COUNT)
  for (const [id, vector] of vectors) {
    const [match] = await index.search(vector, { partitions: [partitionOf(id)], limit: 1 })
    expect(match).toEqual({ id, cosine: expect.closeTo(1, 6) })
  }
  for (const partition of ['p', 'q']) {
    const found = await index.search(axis(0), { partitions: [partition], limit: 100 })
    const ids = [...expected()].filter(([, other]) => other === partition).map(([id]) => id)
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort())
  }
}

/** What every vector index does when it is brought up to date. */
export function describeRestoring({ openIndex, newFolder }: Restoring): void {
  describe('brought up to date', () => {
    const saved = mkdtempSync(join(tmpdir(), 'stretto-index-'))
    beforeAll(async () => {
      const index = openIndex(saved)
      await index.restore(expected(), vectorsOf)
      await index.close()
    })
    afterAll(() => rmSync(saved, { recursive: true, force: true }))

    /** A folder as a service leaves it that stopped in order. */
    function savedFolder(): string {
      const folder = newFolder()
      cpSync(saved, folder, { recursive: true })
      return folder
    }

    it('has exactly the expected vectors, whatever it had before', async () => {
      const index = openIndex()
      index.add({ id: 'stray', partition: 'p', vector: axis(0) })
      index.add({ id: 'id-1', partition: 'another', vector: axis(1) })
      await index.restore(expected(), vectorsOf)
      await expectAll(index)
      expect(await index.search(axis(1), { partitions: ['another'], limit: 1 })).toEqual([])
      await index.restore(new Map(), vectorsOf)
      expect(index.size()).toBe(0)
      expect(await index.search(axis(1), { partitions: ['p', 'q'], limit: 1 })).toEqual([])
    })

    it('skips vectors that no longer exist', async () => {
      const index = openIndex()
      await index.restore(new Map([...expected(), ['gone', 'p']]), async (ids) => {
        return new Map([...(await vectorsOf(ids.filter((id) => id !== 'gone')))])
      })
      await expectAll(index)
    })

    it('is complete after an orderly stop', async () => {
      const index = openIndex(savedFolder())
      await index.restore(expected(), vectorsOf)
      await expectAll(index)
    })

    it('is complete after a removal, a stop and a start, and accepts more', async () => {
      const folder = newFolder()
      const first = openIndex(folder)
      await first.restore(expected(), vectorsOf)
      const kept = [...vectors.keys()].filter((id) => Number(id.slice(3)) % 20 === 1)
      for (const id of vectors.keys()) if (!kept.includes(id)) first.remove(id)
      await first.close()
      const index = openIndex(folder)
      await index.restore(new Map(kept.map((id) => [id, 'p'])), vectorsOf)
      expect(index.size()).toBe(kept.length)
      await index.restore(expected(), vectorsOf)
      await expectAll(index)
    })

    it.each<[string, (folder: string) => void]>([
      ['are lost', (folder) => rmSync(folder, { recursive: true })],
      ['are torn', (folder) => eachFile(folder, (file) => truncateSync(file, readFileSync(file).length / 2))],
      ['are empty', (folder) => eachFile(folder, (file) => writeFileSync(file, ''))],
      ['are damaged', (folder) => eachFile(folder, damage)],
      ['are foreign', (folder) => eachFile(folder, (file) => writeFileSync(file, '{"some":"thing"}'))],
      ['are half gone', (folder) => eachFile(folder, (file) => file.endsWith('.usearch') && rmSync(file))],
    ])('is complete when its files %s', async (_, spoil) => {
      const folder = savedFolder()
      spoil(folder)
      const index = openIndex(folder)
      await index.restore(expected(), vectorsOf)
      await expectAll(index)
    })

    it('is complete when its files are out of date', async () => {
      const folder = newFolder()
      const before = openIndex(folder)
      const early = [...expected()].filter(([id]) => Number(id.slice(3)) < 50)
      await before.restore(new Map([...early, ['stray', 'p']]), async (ids) => {
        return new Map([...(await vectorsOf(ids)), ['stray', axis(700)]])
      })
      await before.close()
      const copy = newFolder()
      cpSync(folder, copy, { recursive: true })
      const index = openIndex(copy)
      await index.restore(expected(), vectorsOf)
      await expectAll(index)
    })

    it('answers and accepts changes meanwhile, and applies them', async () => {
      const index = openIndex()
      index.add({ id: 'id-7', partition: 'p', vector: axis(7) })
      let fetched = () => {}
      const fetching = new Promise<void>((resolve) => {
        fetched = resolve
      })
      let goOn = () => {}
      const gate = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const restoring = index.restore(expected(), async (ids) => {
        fetched()
        await gate
        return vectorsOf(ids)
      })
      await fetching
      expect(await index.search(axis(7), { partitions: ['p'], limit: 1 })).toMatchObject([{ id: 'id-7' }])
      index.add({ id: 'new', partition: 'p', vector: axis(700) })
      index.add({ id: 'id-2', partition: 'p', vector: axis(701) })
      index.remove('id-3')
      goOn()
      await restoring
      const nearest = async (vector: Float32Array) =>
        (await index.search(vector, { partitions: ['p'], limit: 1 }))[0]
      expect(await nearest(axis(700))).toMatchObject({ id: 'new' })
      expect(await nearest(axis(701))).toEqual({ id: 'id-2', cosine: expect.closeTo(1, 6) })
      expect((await nearest(axis(3)))?.id).not.toBe('id-3')
      expect(index.size()).toBe(COUNT)
    })
  })
}

function eachFile(folder: string, spoil: (file: string) => unknown): void {
  for (const name of readdirSync(folder)) spoil(join(folder, name))
}

/** Changes bytes all over a file; its length stays. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  for (let place = 100; place < bytes.length; place += 997) bytes[place]! ^= 0x5a
  writeFileSync(file, bytes)
}
