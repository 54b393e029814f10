import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBoundedCache, memoise } from './bounded-cache.ts'

/** A cache of so many in which keys were set in this order, each to its own name. */
function cacheOf(most: number, ...keys: string[]) {
  const cache = createBoundedCache<string, string>(most)
  for (const key of keys) cache.set(key, key)
  return cache
}

const keysOf = (cache: ReturnType<typeof cacheOf>) => [...cache.entries()].map(([key]) => key)

describe('a bounded cache', () => {
  it('returns the latest value of each key', () => {
    const cache = cacheOf(10, 'a', 'b')
    cache.set('a', 'again')
    expect(cache.get('a')).toBe('again')
    expect(cache.get('b')).toBe('b')
    expect(cache.get('c')).toBeUndefined()
  })

  it('evicts the least recently used entry', () => {
    const cache = cacheOf(4, 'a', 'b', 'c', 'd')
    cache.get('a')
    cache.set('e', 'e')
    expect(keysOf(cache).sort()).toEqual(['a', 'c', 'd', 'e'])
  })

  it('forgets deleted entries, in either half', () => {
    const cache = cacheOf(4, 'a', 'b', 'c')
    for (const key of ['a', 'c']) cache.delete(key)
    expect(keysOf(cache)).toEqual(['b'])
  })

  it('never exceeds its limit, never has a key twice, and always keeps the most recently used half', () => {
    const uses = fc.array(fc.tuple(fc.nat(12), fc.boolean()), { maxLength: 80 })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), uses, (most, steps) => {
        const cache = createBoundedCache<number, number>(most)
        const used: number[] = []
        for (const [key, isSet] of steps) {
          if (isSet) cache.set(key, key)
          if (!isSet && cache.get(key) === undefined) continue
          used.push(key)
        }
        const held = [...cache.entries()].map(([key]) => key)
        const lately = [...new Set(used.reverse())].slice(0, Math.floor(most / 2))
        expect(held.length).toBeLessThanOrEqual(most)
        expect(new Set(held).size).toBe(held.length)
        for (const key of lately) expect(cache.get(key)).toBe(key)
      }),
    )
  })
})

describe('a memoised function', () => {
  function counted(limits?: Parameters<typeof memoise>[1]) {
    const computed: string[] = []
    const length = memoise((text) => {
      computed.push(text)
      return text.length
    }, limits)
    return { length, computed }
  }

  it('computes each value once', () => {
    const { length, computed } = counted()
    expect(['one', 'three', 'one', ''].map(length)).toEqual([3, 5, 3, 0])
    expect(length('')).toBe(0)
    expect(computed).toEqual(['one', 'three', ''])
  })

  it('computes evicted and overlong values again', () => {
    const { length, computed } = counted({ most: 2, longestText: 3 })
    for (const text of ['a', 'b', 'c', 'a', 'long', 'long']) length(text)
    expect(computed).toEqual(['a', 'b', 'c', 'a', 'long', 'long'])
  })
})
