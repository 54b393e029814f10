import { expect, test } from 'vitest'
import { axis } from '../../../test/conformance/vector-index-vectors.ts'
import { createExactVectorIndex } from './exact-vector-index.ts'
import { createVectorTable } from './exact-vector-index-table.ts'

const all = { partitions: ['p'], limit: 10 }

test('a vector that replaced a removed one can be found, removed and added again', async () => {
  const index = createExactVectorIndex()
  for (const [place, id] of ['a', 'b', 'c'].entries()) index.add({ id, partition: 'p', vector: axis(place) })
  index.remove('a')
  expect(await index.search(axis(2), { ...all, limit: 1 })).toEqual([{ id: 'c', cosine: 1 }])
  index.remove('c')
  expect(await index.search(axis(2), all)).toEqual([{ id: 'b', cosine: 0 }])
  index.add({ id: 'c', partition: 'p', vector: axis(2) })
  index.add({ id: 'a', partition: 'p', vector: axis(0) })
  for (const [place, id] of ['a', 'b', 'c'].entries()) {
    expect((await index.search(axis(place), all)).map((match) => match.id)[0]).toBe(id)
  }
  expect(await index.search(axis(0), all)).toHaveLength(3)
})

test('a table keeps every vector while it grows and shrinks', async () => {
  const table = createVectorTable()
  for (let count = 0; count < 600; count++) table.set(`id-${count}`, axis(count))
  expect(await table.search(axis(599), 1)).toEqual([{ id: 'id-599', cosine: 1 }])
  for (let count = 0; count < 590; count++) table.remove(`id-${count}`)
  expect(table.size()).toBe(10)
  for (let count = 590; count < 600; count++) {
    expect(table.get(`id-${count}`)).toEqual(axis(count))
    expect(await table.search(axis(count), 1)).toEqual([{ id: `id-${count}`, cosine: 1 }])
  }
  expect(table.get('id-3')).toBeNull()
})

test('an empty partition uses no memory', () => {
  const index = createExactVectorIndex()
  index.add({ id: 'a', partition: 'p', vector: axis(0) })
  index.remove('a')
  expect(index.table('p')).toBeNull()
  expect(index.held.size).toBe(0)
})

test('a long scan yields to other work, and returns no removed vectors and no duplicates', async () => {
  const table = createVectorTable()
  for (let count = 0; count < 5000; count++) table.set(`id-${count}`, axis(count, 0.5))
  table.set('id-1', axis(1))
  table.set('id-2', axis(1))
  let isDone = false
  const searching = table.search(axis(1), 3).finally(() => {
    isDone = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  table.remove('id-1')
  table.remove('id-2')
  table.set('id-2', axis(1))
  const found = (await searching).map(({ id }) => id)
  expect(found).not.toContain('id-1')
  expect(found.filter((id) => id === 'id-2')).toHaveLength(1)
})
