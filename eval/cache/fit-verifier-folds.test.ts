import { describe, expect, it } from 'vitest'
import { FOLDS, foldsOf } from './fit-verifier-folds.ts'

const pair = (left: string, right: string) => ({ left, right, truth: 0 })

describe('foldsOf', () => {
  it('puts pairs that are connected through others into one fold', () => {
    const chain = Array.from({ length: 50 }, (_, index) => pair(`q${index}`, `q${index + 1}`))
    expect(new Set(foldsOf(chain)).size).toBe(1)
  })

  it('spreads unconnected pairs over all folds', () => {
    const apart = Array.from({ length: 200 }, (_, index) => pair(`a${index}`, `b${index}`))
    expect(new Set(foldsOf(apart)).size).toBe(FOLDS)
  })

  it('does not depend on the order of the pairs', () => {
    const pairs = [pair('a', 'b'), pair('c', 'd'), pair('b', 'c'), pair('x', 'y')]
    expect(foldsOf(pairs.toReversed()).reverse()).toEqual(foldsOf(pairs))
  })
})
