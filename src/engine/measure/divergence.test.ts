import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divergenceOf, goldenTarget, PHI, stepResidual } from './divergence.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('stepResidual', () => {
  it('takes the golden step on acceptance, or a longer one where more was measured', () => {
    expect(stepResidual({ stance: 'accept', measured: 0.9, previous: 0.5 })).toBeCloseTo(0.5 / PHI)
    expect(stepResidual({ stance: 'accept', measured: 0.1, previous: 0.5 })).toBe(0.1)
  })

  it('falls on amendment only as far as was measured, and never rises', () => {
    expect(stepResidual({ stance: 'amend', measured: 0.3, previous: 0.5 })).toBe(0.3)
    expect(stepResidual({ stance: 'amend', measured: 0.9, previous: 0.5 })).toBe(0.5)
  })

  it.each(['reject', 'silent'] as const)('never falls on %s, and rises to what was measured', (stance) => {
    expect(stepResidual({ stance, measured: 0.3, previous: 0.5 })).toBe(0.5)
    expect(stepResidual({ stance, measured: 0.9, previous: 0.5 })).toBe(0.9)
  })

  it.each(['accept', 'amend', 'reject', 'silent'] as const)(
    'starts from the measured disagreement when %s is the first thing heard',
    (stance) => {
      expect(stepResidual({ stance, measured: 0.4, previous: null })).toBe(0.4)
    },
  )

  it('orders the stances: accept ≤ amend ≤ reject = silent, all within [0, 1]', () => {
    fc.assert(
      fc.property(share, share, (measured, previous) => {
        const step = (stance: 'accept' | 'amend' | 'reject' | 'silent') =>
          stepResidual({ stance, measured, previous })
        expect(step('accept')).toBeLessThanOrEqual(step('amend'))
        expect(step('amend')).toBeLessThanOrEqual(step('reject'))
        expect(step('silent')).toBe(step('reject'))
        expect(step('accept')).toBeGreaterThanOrEqual(0)
        expect(step('reject')).toBeLessThanOrEqual(1)
      }),
    )
  })
})

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

  it('falls by φ or more when every seat accepts, whatever was measured', () => {
    const seats = fc.array(fc.record({ measured: share, previous: share }), { minLength: 2, maxLength: 16 })
    fc.assert(
      fc.property(seats, (panel) => {
        const before = divergenceOf(panel.map(({ previous }) => previous))
        const after = divergenceOf(panel.map((seat) => stepResidual({ stance: 'accept', ...seat })))
        expect(after).toBeLessThanOrEqual(before / PHI + 1e-12)
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
