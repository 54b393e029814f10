import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import { divergenceOf, goldenTarget, PHI, withResiduals } from '../panel/panel.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('divergenceOf', () => {
  it('is the mean residual of the seats that hold a position', () => {
    expect(divergenceOf([0.2, 0.4])).toBeCloseTo(0.3)
    expect(divergenceOf([0.2, null, 0.4])).toBeCloseTo(0.3)
  })

  it.each([[[]], [[null, null]], [[0]], [[0, null]]])(
    'is whole when fewer than two hold one: %j',
    (residuals) => {
      expect(divergenceOf(residuals)).toBe(1)
    },
  )

  it('stays in [0, 1] and between the least and the greatest residual', () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 2, maxLength: 16 }), (residuals) => {
        const divergence = divergenceOf(residuals)
        expect(divergence).toBeGreaterThanOrEqual(Math.min(...residuals) - 1e-12)
        expect(divergence).toBeLessThanOrEqual(Math.min(1, Math.max(...residuals) + 1e-12))
      }),
    )
  })
})

describe('goldenTarget', () => {
  it('divides the first divergence by φ in every iteration after the first', () => {
    expect([1, 2, 3].map((iteration) => goldenTarget(0.8, iteration))).toEqual([
      0.8,
      expect.closeTo(0.8 / PHI),
      expect.closeTo(0.8 / PHI ** 2),
    ])
  })

  it('knows φ as the number whose square is itself and one', () => {
    expect(PHI ** 2).toBeCloseTo(PHI + 1, 12)
  })
})

it('new residuals are null for a seat that has none', () => {
  const standings = withResiduals(standingsOf({ ada: 'x', bob: null }), new Map([['ada', 0.5]]))
  expect(standings.map(({ residual }) => residual)).toEqual([0.5, null])
})
