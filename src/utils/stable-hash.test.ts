import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stableHash, stableShuffle } from './stable-hash.ts'

describe('stableHash', () => {
  it('is the same on every machine', () => {
    // Recorded values: panels are seated and positions shuffled by them, so they must never change.
    expect(['', 'a', 'stretto'].map(stableHash)).toEqual([2872998923, 444641715, 1153718881])
  })

  it('returns 32-bit integers', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const hash = stableHash(text)
        expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true)
      }),
    )
  })
})

describe('stableShuffle', () => {
  const items = fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 10 })

  it('keeps every item, in an order that depends only on seed and content', () => {
    const orders = items.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(orders, fc.string(), ([one, other], seed) => {
        const shuffled = stableShuffle(one, (item) => item, seed)
        expect([...shuffled].sort()).toEqual([...one].sort())
        expect(stableShuffle(other, (item) => item, seed)).toEqual(shuffled)
      }),
    )
  })

  it('lets every item come first for some seed', () => {
    const first = new Map<string, number>()
    for (let seed = 0; seed < 600; seed++) {
      const [item] = stableShuffle(['a', 'b', 'c'], (letter) => letter, `query ${seed}`)
      first.set(item!, (first.get(item!) ?? 0) + 1)
    }
    for (const times of first.values()) expect(times).toBeGreaterThan(150)
    expect(first.size).toBe(3)
  })
})
