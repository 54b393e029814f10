import { describe, expect, it } from 'vitest'
import { figuresOf, fitWeighed } from './votes.ts'

const MODELS = ['ada', 'bob', 'cleo', 'dan', 'eve']

/** Every third question is one that only ada can answer; the others scatter, but two of them agree. */
const questions = Array.from({ length: 150 }, (_, place) =>
  place % 3 === 0
    ? { groups: [['bob', 'cleo'], ['ada'], ['dan'], ['eve']], right: new Set(['ada']) }
    : { groups: [MODELS], right: new Set(MODELS) },
)

describe('votes on a panel of unequal members', () => {
  it('are measured against the best member, with equal votes and by past runs', () => {
    const figures = figuresOf({ name: 'unequal', members: MODELS, questions })
    expect(figures.equal).toBeCloseTo(-1 / 3)
    expect(figures['with 50 verdicts']).toBeCloseTo(0)
  })
})

describe('the curve of what past runs say', () => {
  it('lowers what was said too surely, and weighs every panel the same', () => {
    const told = (chance: number, right: number, count = 100) =>
      Array.from({ length: count }, (_, place) => ({ chance, isRight: place < right * count }))
    const { constant, slope } = fitWeighed([
      [...told(0.9, 0.8), ...told(0.5, 0.5)],
      [...told(0.9, 0.8, 1_000), ...told(0.5, 0.5, 1_000)],
    ])
    const stated = 1 / (1 + Math.exp(-constant - slope * Math.log(9)))
    expect(stated).toBeCloseTo(0.8, 1)
    expect(slope).toBeLessThan(1)
  })
})
