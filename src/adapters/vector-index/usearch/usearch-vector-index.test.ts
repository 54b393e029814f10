import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { axis, clusteredVectors } from '../../../../test/conformance/vector-index-vectors.ts'
import { createUsearchVectorIndex, type ThreadedVectorIndex } from './usearch-vector-index.ts'

let folder = ''
const opened: ThreadedVectorIndex[] = []
const faults: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-usearch-'))
})
afterEach(async () => {
  for (const index of opened.splice(0)) await index.close()
  rmSync(folder, { recursive: true, force: true })
  faults.length = 0
})

function open(embedder = 'model'): ThreadedVectorIndex {
  const note = (error: Error) => void faults.push(error.message)
  const index = createUsearchVectorIndex({ folder, embedder, threads: 2, onFault: note, onLost: note })
  opened.push(index)
  return index
}

const ids = (count: number) => Array.from({ length: count }, (_, place) => `id-${place}`)
const expected = (count: number) => new Map(ids(count).map((id) => [id, 'p']))

/** Gives vectors, and says of which ids it was asked for them. */
function countingSource() {
  const asked: string[] = []
  const vectorsOf = async (some: string[]) => {
    asked.push(...some)
    return new Map(some.map((id) => [id, axis(Number(id.slice(3)))]))
  }
  return { asked, vectorsOf }
}

async function saved(count: number): Promise<void> {
  const index = open()
  await index.restore(expected(count), countingSource().vectorsOf)
  await index.close()
}

test('after a restart only new vectors are fetched and added', async () => {
  await saved(40)
  const { asked, vectorsOf } = countingSource()
  const index = open()
  await index.restore(expected(45), vectorsOf)
  expect(asked).toEqual(ids(45).slice(40))
  expect(faults).toEqual([])
})

test('changes between fetching a vector and adding it are applied', async () => {
  const index = open()
  const restoring = index.restore(expected(100), countingSource().vectorsOf)
  while (index.size() === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(index.size()).toBeLessThan(90)
  index.remove('id-90')
  index.add({ id: 'id-91', partition: 'p', vector: axis(500) })
  await restoring
  expect(index.size()).toBe(99)
  const [found] = await index.search(axis(500), { partitions: ['p'], limit: 1 })
  expect(found).toEqual({ id: 'id-91', cosine: expect.closeTo(1, 5) })
})

test('vectors of another model are all fetched again', async () => {
  await saved(40)
  const { asked, vectorsOf } = countingSource()
  await open('another').restore(expected(40), vectorsOf)
  expect(asked).toHaveLength(40)
})

test('a damaged file is rebuilt, with a report', async () => {
  await saved(40)
  const graph = readdirSync(folder).find((name) => name.endsWith('.usearch'))!
  truncateSync(join(folder, graph), 1000)
  const { asked, vectorsOf } = countingSource()
  const index = open()
  await index.restore(expected(40), vectorsOf)
  expect(asked).toHaveLength(40)
  expect(faults).toEqual([expect.stringContaining('is rebuilt')])
  await index.close()
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a folder has two files per partition and none of removed partitions, and other files are kept', async () => {
  writeFileSync(join(folder, 'notes.json'), '{}')
  const index = open()
  const { vectorsOf } = countingSource()
  await index.restore(new Map([...expected(20), ['id-30', 'q']]), vectorsOf)
  await index.close()
  expect(readdirSync(folder)).toHaveLength(5)
  const again = open()
  await again.restore(expected(20), vectorsOf)
  again.add({ id: 'id-31', partition: 'p', vector: axis(31) })
  await again.close()
  expect(readdirSync(folder)).toHaveLength(3)
  await open().restore(new Map(), vectorsOf)
  expect(readdirSync(folder)).toEqual(['notes.json'])
})

test('many changes are saved before the service stops', async () => {
  const index = open()
  const next = clusteredVectors(3, 20)
  for (let place = 0; place < 2000; place++) index.add({ id: `id-${place}`, partition: 'p', vector: next() })
  await index.search(next(), { partitions: ['p'], limit: 1 })
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(1)
})

test('a graph whose slots were reused many times is rebuilt, and answers meanwhile', async () => {
  const index = open()
  const vectors = new Map<string, Float32Array>()
  const next = clusteredVectors(4, 20)
  const asked: string[] = []
  await index.restore(new Map(), async (some) => {
    asked.push(...some)
    return new Map(some.flatMap((id) => (vectors.has(id) ? [[id, vectors.get(id)!]] : [])))
  })
  for (let place = 0; place < 1102; place++) {
    vectors.set(`id-${place}`, next())
    index.add({ id: `id-${place}`, partition: 'p', vector: vectors.get(`id-${place}`)! })
    if (place < 100) continue
    vectors.delete(`id-${place - 100}`)
    index.remove(`id-${place - 100}`)
    if (place % 25 === 0) await index.search(next(), { partitions: ['p'], limit: 1 })
  }
  for (let round = 0; new Set(asked).size < 100 && round < 5000; round++)
    expect(await index.search(next(), { partitions: ['p'], limit: 100 })).toHaveLength(100)
  expect(asked.sort()).toEqual([...vectors.keys()].sort())
  for (const [id, vector] of vectors) {
    const found = await index.search(vector, { partitions: ['p'], limit: 1 })
    expect(found).toEqual([{ id, cosine: expect.closeTo(1, 5) }])
  }
  expect(index.size()).toBe(100)
  expect(faults).toEqual([])
})

test('closing during a restore stops it and keeps what has been restored', async () => {
  const index = open()
  let batches = 0
  const { vectorsOf } = countingSource()
  const restoring = index.restore(expected(2000), async (some) => {
    if (++batches === 3) void index.close()
    return vectorsOf(some)
  })
  await restoring.catch(() => {})
  await index.close()
  expect(batches).toBeLessThan(6)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('an open index does not keep the process alive', async () => {
  const script = `
    import { createUsearchVectorIndex } from ${JSON.stringify(new URL('./usearch-vector-index.ts', import.meta.url).href)}
    const index = createUsearchVectorIndex({ folder: process.argv[1], embedder: 'model', onFault() {}, onLost() {} })
    index.add({ id: 'a', partition: 'p', vector: new Float32Array(768).fill(0.1) })
    index.search(new Float32Array(768).fill(0.1), { partitions: ['p'], limit: 1 }).then(([match]) => console.log(match.id))
  `
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, folder],
    { timeout: 20_000 },
  )
  expect(stdout.trim()).toBe('a')
})
