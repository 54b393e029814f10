import { describe, expect, it } from 'vitest'
import { stableHash } from '../../utils/stable-hash.ts'
import { bagOf, bagOfRuns, distinctOf, sharedBy } from './read-text.ts'

const words = (text: string) => text.split(' ').map(stableHash)

describe('bags', () => {
  it('counts what two bags share as often as both have it', () => {
    expect(sharedBy(bagOf(words('a b b c')), bagOf(words('b b b c d')))).toBe(3)
    expect(sharedBy(bagOf([]), bagOf(words('a')))).toBe(0)
  })

  it('tells runs of words apart by their order', () => {
    const [forwards, backwards] = [bagOfRuns(words('a b c'), 2), bagOfRuns(words('c b a'), 2)]
    expect(forwards).toHaveLength(2)
    expect(sharedBy(forwards, backwards)).toBe(0)
    expect(bagOfRuns(words('a'), 2)).toHaveLength(0)
  })

  it('keeps every thing once', () => {
    expect(distinctOf(bagOf(words('a b a a')))).toHaveLength(2)
  })
})
