import { expect, test } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { createExactVectorIndex } from './exact-vector-index.ts'

const everything = { limit: 10, accepts: () => true }

test('neighbours come closest first, and no more than asked for', async () => {
  const index = createExactVectorIndex()
  index.add('far', unit(1))
  index.add('near', unit(0, 0.1))
  index.add('same', unit(0))
  expect((await index.search(unit(0), everything)).map(({ id }) => id)).toEqual(['same', 'near', 'far'])
  expect(await index.search(unit(0), { ...everything, limit: 1 })).toEqual([{ id: 'same', cosine: 1 }])
})

test('only accepted ids are found', async () => {
  const index = createExactVectorIndex()
  index.add('mine', unit(1))
  index.add('theirs', unit(0))
  expect(await index.search(unit(0), { limit: 5, accepts: (id) => id === 'mine' })).toEqual([
    { id: 'mine', cosine: 0 },
  ])
})

test('a removed vector is gone and the others stay', async () => {
  const index = createExactVectorIndex()
  for (const [place, id] of ['a', 'b', 'c'].entries()) index.add(id, unit(place))
  index.remove('a')
  index.remove('never there')
  expect((await index.search(unit(2), everything)).map(({ id }) => id)).toEqual(['c', 'b'])
})

test('a vector that took the place of a removed one is found, removed and added again', async () => {
  const index = createExactVectorIndex()
  for (const [place, id] of ['a', 'b', 'c'].entries()) index.add(id, unit(place))
  index.remove('a')
  expect(await index.search(unit(2), { ...everything, limit: 1 })).toEqual([{ id: 'c', cosine: 1 }])
  index.remove('c')
  expect(await index.search(unit(2), everything)).toEqual([{ id: 'b', cosine: 0 }])
  index.add('c', unit(2))
  index.add('a', unit(0))
  for (const [place, id] of ['a', 'b', 'c'].entries()) {
    expect((await index.search(unit(place), everything)).map((match) => match.id)[0]).toBe(id)
  }
  expect(await index.search(unit(0), everything)).toHaveLength(3)
})

test('the last vector can be removed and another added', async () => {
  const index = createExactVectorIndex()
  index.add('a', unit(0))
  index.remove('a')
  expect(await index.search(unit(0), everything)).toEqual([])
  index.add('b', unit(1))
  expect(await index.search(unit(1), everything)).toEqual([{ id: 'b', cosine: 1 }])
})

test('a vector added again replaces the one before', async () => {
  const index = createExactVectorIndex()
  index.add('a', unit(0))
  index.add('a', unit(1))
  expect(await index.search(unit(1), everything)).toEqual([{ id: 'a', cosine: 1 }])
})

test('it grows beyond its first size', async () => {
  const index = createExactVectorIndex()
  for (let count = 0; count < 600; count++) index.add(`id-${count}`, unit(count))
  expect((await index.search(unit(599), { ...everything, limit: 1 }))[0]).toEqual({ id: 'id-599', cosine: 1 })
})

test('a vector of another length is refused', () => {
  expect(() => createExactVectorIndex().add('a', new Float32Array(384))).toThrow(/384/)
})

/** A vector along one axis, bent a little towards the last. */
function unit(axis: number, bend = 0): Float32Array {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  vector[axis] = Math.sqrt(1 - bend * bend)
  if (bend > 0) vector[EMBEDDING_DIMENSIONS - 1] = bend
  return vector
}
