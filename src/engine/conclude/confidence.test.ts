import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALIBRATION } from '../../../test/support/engine/scripted-panel.ts'
import { readCalibration } from '../../adapters/assets/data-files.ts'
import { evidenceFor, type FirstReplies, probabilityOf } from './confidence.ts'

/** Panels of up to 16 models, in which at least one gave the answer. */
const anyFirst: fc.Arbitrary<FirstReplies> = fc
  .record({ given: fc.integer({ min: 1, max: 8 }), compatible: fc.nat(3), others: fc.nat(5) })
  .chain(({ given, compatible, others }) => {
    const apart = compatible + others
    const groups = apart === 0 ? fc.constant(1) : fc.integer({ min: 2, max: 1 + apart })
    return groups.map((count) => ({ given, compatible, answering: given + apart, groups: count }))
  })

describe.each([
  ['made up', CALIBRATION],
  ['shipped', readCalibration()],
])('the probability that an answer is right, by the calibration that is %s', (_, calibration) => {
  const change = (first: FirstReplies, to: Partial<FirstReplies>) =>
    probabilityOf({ ...first, ...to }, calibration) - probabilityOf(first, calibration)

  it('is between 0 and the highest that was observed', () => {
    fc.assert(
      fc.property(anyFirst, (first) => {
        const probability = probabilityOf(first, calibration)
        expect(probability).toBeGreaterThan(0)
        expect(probability).toBeLessThanOrEqual(calibration.highest)
      }),
    )
  })

  it('never falls with another model that gives the answer', () => {
    fc.assert(
      fc.property(anyFirst, (first) => {
        const { given, answering } = first
        expect(change(first, { given: given + 1, answering: answering + 1 })).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })

  it('never rises with another model that gives another answer, a new one or not', () => {
    fc.assert(
      fc.property(anyFirst, fc.boolean(), (first, isNew) => {
        const groups = isNew || first.groups === 1 ? first.groups + 1 : first.groups
        expect(change(first, { answering: first.answering + 1, groups })).toBeLessThanOrEqual(1e-12)
      }),
    )
  })

  it('never falls where another answer turns out to be compatible', () => {
    fc.assert(
      fc.property(anyFirst, (first) => {
        fc.pre(first.answering > first.given + first.compatible)
        expect(change(first, { compatible: first.compatible + 1 })).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })
})

describe('the evidence for an answer', () => {
  it('counts a model with a compatible answer for a part', () => {
    const first = { given: 2, compatible: 1, answering: 4, groups: 3 }
    expect(evidenceFor(first, 0.5)).toEqual({ share: 2.5 / 4, voices: Math.log(2.5), groups: Math.log(3) })
  })

  it('exists for an answer that nobody gave at first', () => {
    const { voices } = evidenceFor({ given: 0, compatible: 0, answering: 3, groups: 2 }, 0.5)
    expect(Number.isFinite(voices)).toBe(true)
  })
})
