import { expect, test } from 'vitest'
import { axis } from '../../../test/conformance/vector-index-vectors.ts'
import type { VectorEntry } from '../../vectors/vector-index.ts'
import { createExactVectorIndex } from './exact-vector-index.ts'
import { createGrowingVectorIndex } from './growing-vector-index.ts'
import type { ThreadedVectorIndex } from './usearch/usearch-vector-index.ts'

const HAND_OVER_AT = 20
const entry = (place: number): VectorEntry => ({ id: `id-${place}`, partition: 'p', vector: axis(place) })
const entries = (count: number) => Array.from({ length: count }, (_, place) => entry(place))
const expected = (count: number) => new Map(entries(count).map(({ id, partition }) => [id, partition]))
const vectorsOf = async (ids: string[]) => new Map(ids.map((id) => [id, axis(Number(id.slice(3)))] as const))
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A growing index over a large one that is exact too, says what it was asked, and can be made to fail. */
function openGrowing() {
  const inner = createExactVectorIndex()
  const faults: Error[] = []
  const searched: string[][] = []
  let lose = (_: Error) => {}
  let failure: Error | null = null
  const check = () => {
    if (failure) throw failure
  }
  const large: ThreadedVectorIndex = {
    ...inner,
    async addAll(some) {
      for (const one of some) inner.add(one)
      await turn()
      check()
    },
    async search(vector, within) {
      check()
      searched.push(within.partitions)
      return inner.search(vector, within)
    },
    async restore(...wanted) {
      await turn()
      check()
      return inner.restore(...wanted)
    },
  }
  const index = createGrowingVectorIndex({
    openLarge(onLost) {
      lose = onLost
      return large
    },
    handOverAt: HAND_OVER_AT,
    onFault: (error) => faults.push(error),
  })
  return {
    index,
    inner,
    faults,
    searched,
    fail(message: string) {
      failure = new Error(message)
      lose(failure)
    },
  }
}

async function expectFound(index: ReturnType<typeof openGrowing>['index'], places: number[]): Promise<void> {
  for (const place of places) {
    const [match] = await index.search(axis(place), { partitions: ['p'], limit: 1 })
    expect(match).toEqual({ id: `id-${place}`, cosine: 1 })
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)

async function untilServed({ index }: ReturnType<typeof openGrowing>): Promise<void> {
  while (index.backend() === 'exact') await turn()
}

test('a small partition never reaches the large index', async () => {
  const { index, inner, searched } = openGrowing()
  await index.restore(expected(HAND_OVER_AT - 1), vectorsOf)
  for (const one of entries(HAND_OVER_AT - 1)) index.add(one)
  await turn()
  await expectFound(index, upTo(HAND_OVER_AT - 1))
  expect(inner.size()).toBe(0)
  expect(searched).toEqual([])
  expect(index.backend()).toBe('exact')
})

test('a growing partition is moved to the large index, and every vector can be found throughout', async () => {
  const growing = openGrowing()
  const { index, searched } = growing
  for (const one of entries(HAND_OVER_AT)) index.add(one)
  index.add({ ...entry(30), partition: 'small' })
  while (index.backend() === 'exact') {
    await expectFound(index, upTo(HAND_OVER_AT))
    expect(index.size()).toBe(HAND_OVER_AT + 1)
    await turn()
  }
  expect(searched).toEqual([])
  await expectFound(index, upTo(HAND_OVER_AT))
  expect(searched.length).toBe(HAND_OVER_AT)
  expect(searched.flat()).not.toContain('small')
  expect(index.size()).toBe(HAND_OVER_AT + 1)
})

test('changes during the move of a partition are applied afterwards', async () => {
  const growing = openGrowing()
  const { index } = growing
  for (const one of entries(HAND_OVER_AT)) index.add(one)
  index.remove('id-1')
  index.remove('id-19')
  index.add({ id: 'id-2', partition: 'p', vector: axis(102) })
  index.add({ id: 'id-18', partition: 'p', vector: axis(118) })
  index.add(entry(40))
  await untilServed(growing)
  await expectFound(index, [0, 3, 17, 40])
  const found = await index.search(axis(102), { partitions: ['p'], limit: 100 })
  expect(found[0]).toEqual({ id: 'id-2', cosine: 1 })
  expect(found.map(({ id }) => id)).not.toContain('id-1')
  expect(found.map(({ id }) => id)).not.toContain('id-19')
  expect(await index.search(axis(118), { partitions: ['p'], limit: 1 })).toEqual([{ id: 'id-18', cosine: 1 }])
  expect(index.size()).toBe(HAND_OVER_AT - 1)
})

test('without the large index everything is scanned, and that is logged once', async () => {
  const growing = openGrowing()
  const { index, faults } = growing
  for (const one of entries(HAND_OVER_AT)) index.add(one)
  growing.fail('no binary')
  await turn()
  for (const one of entries(2 * HAND_OVER_AT)) index.add(one)
  await turn()
  await expectFound(index, upTo(2 * HAND_OVER_AT))
  expect(index.size()).toBe(2 * HAND_OVER_AT)
  expect(faults.map(({ message }) => message)).toEqual(['no binary'])
  expect(index.backend()).toBe('exact')
})

test('if it is lost while restoring, its vectors are scanned instead', async () => {
  const growing = openGrowing()
  const { index, faults } = growing
  const restoring = index.restore(expected(50), vectorsOf)
  growing.fail('no binary')
  index.remove('id-5')
  index.add({ id: 'id-6', partition: 'p', vector: axis(106) })
  await restoring
  await expectFound(index, [0, 4, 7, 49])
  const found = await index.search(axis(106), { partitions: ['p'], limit: 100 })
  expect(found).toHaveLength(49)
  expect(found[0]).toEqual({ id: 'id-6', cosine: 1 })
  expect(index.size()).toBe(49)
  expect(faults).toHaveLength(1)
})

test('if it is lost later, its vectors are fetched again; until then they are misses', async () => {
  const growing = openGrowing()
  const { index, faults } = growing
  await index.restore(expected(50), vectorsOf)
  index.add(entry(60))
  await expectFound(index, [0, 60])
  growing.fail('gone')
  index.remove('id-3')
  expect(await index.search(axis(0), { partitions: ['p'], limit: 1 })).toEqual([])
  await turn()
  await expectFound(index, [0, 2, 49, 60])
  expect(index.size()).toBe(50)
  expect(faults).toHaveLength(1)
  await index.restore(expected(50), vectorsOf)
  await expectFound(index, upTo(50))
})
