import { describe, expect, it } from 'vitest'
import { embedWords } from '../../../../test/support/engine/scripted-panel.ts'
import { parseQuantity, sameQuantity } from '../../../language/quantity/index.ts'
import { createPairReader, sharedQuantities } from './pair-reader.ts'
import { SUPPORT_FEATURES } from './support-features.ts'

const QUERY = 'How far is 90 km from here?'
const COSINE = SUPPORT_FEATURES.indexOf('cosine of new words')
const quantity = (text: string) => parseQuantity(text)!

describe('createPairReader', () => {
  it('reads the words of an answer, and the quantities that the question did not give', async () => {
    const { words, quantities } = await createPairReader(QUERY, embedWords).read(
      '90 km is 56 miles from here',
    )
    expect(words.fresh.map(({ written }) => written)).toEqual(['56', 'miles'])
    expect(quantities).toHaveLength(1)
    expect(sameQuantity(quantities[0]!, quantity('56 miles'))).toBe(true)
  })

  it('embeds what is new in an answer, and no more than its first forty words', async () => {
    const embedded: string[] = []
    const { read } = createPairReader(QUERY, async (texts) => {
      embedded.push(...texts)
      return embedWords(texts)
    })
    await read('It is far from here, beyond the mountains')
    await read(Array.from({ length: 60 }, (_, index) => `w${index}x`).join(' '))
    expect(embedded[0]).toBe('beyond mountains')
    expect(embedded[1]!.split(' ')).toHaveLength(40)
  })

  it('embeds nothing for an answer that says nothing new, which is then like no other', async () => {
    const reader = createPairReader(QUERY, async (texts) => {
      expect(texts).toEqual(['mountains'])
      return embedWords(texts)
    })
    const [nothing, something] = [await reader.read('It is far'), await reader.read('mountains')]
    expect(nothing.vector).toHaveLength(0)
    expect(reader.features(nothing, something)[COSINE]).toBe(0)
    expect(reader.features(something, nothing)[COSINE]).toBe(0)
  })

  it('gives the features of a pair in their order', async () => {
    const reader = createPairReader(QUERY, embedWords)
    const [near, far] = [await reader.read('beyond the hills'), await reader.read('beyond the seas')]
    const features = reader.features(near, far)
    expect(features).toHaveLength(SUPPORT_FEATURES.length)
    expect(features[COSINE]).toBeCloseTo(0.5)
    expect(features[SUPPORT_FEATURES.indexOf('asks for number')]).toBe(1)
    expect(reader.features(near, near)[COSINE]).toBeCloseTo(1)
  })

  it('reads both orders of a pair, each as its own', async () => {
    const reader = createPairReader(QUERY, embedWords)
    const [long, short] = [await reader.read('beyond the hills and seas'), await reader.read('hills')]
    const theirs = SUPPORT_FEATURES.indexOf('theirs, exact')
    expect(reader.features(long, short)[theirs]).toBe(1)
    expect(reader.features(short, long)[theirs]).toBeLessThan(1)
    expect(reader.features(long, short)[theirs], 'again').toBe(1)
  })

  it('tells whether both measure the same', async () => {
    const reader = createPairReader(QUERY, embedWords)
    const shared = SUPPORT_FEATURES.indexOf('quantities shared')
    const [one, other] = [await reader.read('It is 5 km'), await reader.read('It is 5,000 m')]
    expect(reader.features(one, other)[shared]).toBe(1)
    expect(reader.features(one, await reader.read('It is 6 km'))[shared]).toBe(-1)
    expect(reader.features(one, await reader.read('It is near'))[shared]).toBe(0)
  })
})

describe('sharedQuantities', () => {
  const [five, six, overFive] = [quantity('5 km'), quantity('6 km'), quantity('over 5 km')]

  it('is 1 where one is the same, -1 where none is, 0 where one side has none', () => {
    expect(sharedQuantities([five, six], [six])).toBe(1)
    expect(sharedQuantities([five], [six])).toBe(-1)
    expect(sharedQuantities([], [six])).toBe(0)
    expect(sharedQuantities([five], [])).toBe(0)
  })

  it('is as strict about bounds as it is told to be', () => {
    expect(sharedQuantities([five], [overFive])).toBe(1)
    expect(sharedQuantities([five], [overFive], sameQuantity)).toBe(-1)
  })
})
