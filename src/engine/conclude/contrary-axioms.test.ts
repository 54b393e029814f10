import { describe, expect, it } from 'vitest'
import type { Anchor } from '../../contract/axiom.ts'
import { contradicts, contraryAxioms } from './contrary-axioms.ts'

const CAPITAL = 'What is the capital of France?'
const PARIS = 'The capital of France, as of January 2025, is Paris.'
const LIGHT = 'How fast is light in a vacuum, in metres per second?'
const SPEED = 'In a vacuum light moves at 299 792 458 metres per second, which is as fast as anything is.'
const BYTES = 'The little-endian byte sequence of the 32-bit value 0x12345678 is 78 56 34 12.'
const WALL = 'Is the Great Wall of China visible from the Moon?'
const UNSEEN = 'The Great Wall of China is not visible from the Moon.'

describe('contradicts', () => {
  it.each([
    ['another name', PARIS, CAPITAL, 'Lyon'],
    ['another name in a sentence', PARIS, CAPITAL, 'The capital of France is Lyon.'],
    ['another number', SPEED, LIGHT, '150 000 000 m/s'],
    ['another number in a sentence', SPEED, LIGHT, 'Light moves at 150 000 000 m/s in a vacuum.'],
    ['yes where the axiom denies it', UNSEEN, WALL, 'Yes'],
  ])('holds where the answer is %s', (_, axiom, query, answer) => {
    expect(contradicts(axiom, { query, answer })).toBe(true)
  })

  it.each([
    ['the same name', PARIS, CAPITAL, 'Paris'],
    ['a fuller name', PARIS, CAPITAL, 'Paris, France'],
    ['a sentence that says it', PARIS, CAPITAL, 'It is Paris, on the Seine.'],
    ['the same number', SPEED, LIGHT, '299,792,458 m/s'],
    ['a number of something else', SPEED, LIGHT, '3 years'],
    [
      'a number in a unit that the axiom has for something else',
      BYTES,
      'How many bits are in a byte?',
      '8 bits',
    ],
    ['the same in a sentence', BYTES, 'How many bits are in a byte?', 'A byte has 8 bits.'],
    ['no where the axiom denies it', UNSEEN, WALL, 'No, it is not.'],
    ['to another question', PARIS, 'What is the capital of Spain?', 'Madrid'],
    ['to a question that says too little', 'Mars has two moons.', 'How many moons?', '3'],
  ])('does not hold where the answer is %s', (_, axiom, query, answer) => {
    expect(contradicts(axiom, { query, answer })).toBe(false)
  })
})

describe('contraryAxioms', () => {
  it('looks on every level, and trusts only what is highly relevant', async () => {
    const anchor = (relevance: number): Anchor => ({
      id: `onto-${relevance}`,
      axiom: PARIS,
      level: 3,
      relevance,
    })
    const searches: unknown[] = []
    const found = await contraryAxioms({ query: CAPITAL, answer: 'Lyon' }, async (search) => {
      searches.push(search)
      return [anchor(0.95), anchor(0.8)]
    })
    expect(found).toEqual([anchor(0.95)])
    expect(searches).toEqual([{ levels: [1, 2, 3, 4, 5, 6, 7], texts: [CAPITAL], limit: expect.any(Number) }])
  })
})
