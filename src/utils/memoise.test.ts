import { describe, expect, it } from 'vitest'
import { memoise } from './memoise.ts'

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
