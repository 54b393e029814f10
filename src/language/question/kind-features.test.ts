import { describe, expect, it } from 'vitest'
import { expectGrowth, filled } from '../../../test/support/growth.ts'
import { kindFeatures } from './kind-features.ts'

const BUCKETS = 1 << 16
const featuresOf = (query: string) => new Set(kindFeatures(query, BUCKETS))

describe('kindFeatures', () => {
  it('are the same for the same request in other letters and with other numbers', () => {
    expect(featuresOf('HOW MANY are 12?')).toEqual(featuresOf('how many are 47?'))
  })

  it('tell requests apart that differ in a word, in its place or in their form', () => {
    const known = featuresOf('write a poem')
    for (const other of ['read a poem', 'a poem write', 'write a poem?', 'write a\npoem'])
      expect(featuresOf(other)).not.toEqual(known)
  })

  it('are found in scripts without spaces', () => {
    const [one, other] = [featuresOf('写一首诗'), featuresOf('请写一首诗')]
    expect([...one].filter((feature) => other.has(feature)).length).toBeGreaterThan(4)
  })

  it('are whole numbers within the buckets, also of an empty or hostile text', () => {
    for (const query of ['', ' ', '\0\uD800', '?'.repeat(16_000), 'a'.repeat(16_000)])
      for (const feature of kindFeatures(query, BUCKETS)) {
        expect(Number.isInteger(feature)).toBe(true)
        expect(feature).toBeLessThan(BUCKETS)
      }
  })

  it('take no longer than the text grows', async () => {
    for (const piece of ['a', ' ', 'a ', '写', '?', '\n'])
      await expectGrowth((text) => kindFeatures(text, BUCKETS), filled('', piece), 16_000)
  })
})
