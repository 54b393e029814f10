import { expect, it } from 'vitest'
import { createPartedMap } from './parted-map.ts'

it('a parted map holds what a map would, by numbers and by strings', () => {
  const parted = createPartedMap<string | number, number>()
  const plain = new Map<string | number, number>()
  for (let count = 0; count < 5000; count++) {
    const key = count % 2 ? count % 700 : `key ${count % 700}`
    parted.set(key, count)
    plain.set(key, count)
    const gone = (count * 7) % 700
    parted.delete(gone)
    plain.delete(gone)
    expect(parted.size()).toBe(plain.size)
  }
  expect(new Map([...parted.keys()].map((key) => [key, parted.get(key)]))).toEqual(plain)
  expect(parted.get('never there')).toBeUndefined()
})
