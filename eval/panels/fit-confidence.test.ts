import { describe, expect, it } from 'vitest'
import { probabilityOf } from '../../src/engine/conclude/confidence.ts'
import { fitConfidence } from './fit-confidence.ts'

/** So many panels of a set in which so many of five models gave the answer, of which so many were right. */
const panels = (set: string, given: number, count: number, right: number) =>
  Array.from({ length: count }, (_, index) => ({
    set,
    query: `${set} ${given} ${index}`,
    first: { given, compatible: 0, answering: 5, rival: 5 - given, silent: 0, offersOptions: false },
    right: index < right,
  }))

describe('fitConfidence', () => {
  it('states how often panels with such support were right', () => {
    const fitted = fitConfidence([...panels('sums', 5, 100, 90), ...panels('sums', 3, 100, 50)])
    const stated = (given: number) =>
      probabilityOf(
        { given, compatible: 0, answering: 5, rival: 5 - given, silent: 0, offersOptions: false },
        fitted,
      )
    expect(stated(5)).toBeCloseTo(0.9, 1)
    expect(stated(3)).toBeCloseTo(0.5, 1)
    expect(fitted).toMatchObject({ highest: 0.9, questions: 200, sets: 'sums' })
  })

  it('lets every set weigh the same, however many questions it has', () => {
    const fitted = fitConfidence([...panels('large', 5, 1000, 900), ...panels('small', 5, 10, 5)])
    expect(fitted.highest).toBeCloseTo(0.7, 3)
  })

  it('leaves out evidence that would count the wrong way', () => {
    const { weights } = fitConfidence([...panels('odd', 5, 100, 20), ...panels('odd', 2, 100, 80)])
    expect(weights.share).toBeGreaterThanOrEqual(0)
    expect(weights.voices).toBeGreaterThanOrEqual(0)
    expect(weights.choices).toBeLessThanOrEqual(0)
    expect(weights.rival).toBeLessThanOrEqual(0)
  })
})
