import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../../test/support/property-runs.ts'
import { exclusiveSupports } from './exclusive-supports.ts'

const ROUNDING = 1e-9
const probability = fc.double({ min: 0, max: 1, noNaN: true })
/** Three claims, of which the first excludes both others. */
const RIVALS = [[1, 2], [0], [0]]

describe('the supports of claims that exclude each other', () => {
  it('are shares of their sum where it exceeds one, and else what they were', () => {
    expect(exclusiveSupports([0.9, 0.9], [[1], [0]])).toEqual([0.5, 0.5])
    expect(exclusiveSupports([0.9, 0.6], [[1], [0]])).toEqual(
      [0.6, 0.4].map((share) => expect.closeTo(share)),
    )
    expect(exclusiveSupports([0.6, 0.3], [[1], [0]])).toEqual([0.6, 0.3])
    expect(exclusiveSupports([0.9, 0.9], [[], []])).toEqual([0.9, 0.9])
  })

  it('are never above one together, and never raised', () => {
    fc.assert(
      fc.property(fc.tuple(probability, probability, probability), (supports) => {
        const shares = exclusiveSupports(supports, RIVALS)
        shares.forEach((share, place) => {
          expect(share).toBeLessThanOrEqual(supports[place]!)
          for (const rival of RIVALS[place]!) expect(share + shares[rival]!).toBeLessThanOrEqual(1 + ROUNDING)
        })
      }),
      tries(400),
    )
  })

  it('rise with the own support and fall with that of a rival', () => {
    fc.assert(
      fc.property(fc.tuple(probability, probability, probability), probability, (supports, raised) => {
        const [first, ...rest] = supports
        const more = Math.max(first, raised)
        const [before, after] = [
          exclusiveSupports([first, ...rest], RIVALS),
          exclusiveSupports([more, ...rest], RIVALS),
        ]
        expect(after[0]! + ROUNDING).toBeGreaterThanOrEqual(before[0]!)
        for (const place of [1, 2]) expect(after[place]! - ROUNDING).toBeLessThanOrEqual(before[place]!)
      }),
      tries(400),
    )
  })
})
