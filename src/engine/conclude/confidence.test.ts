import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALIBRATION } from '../../../test/support/engine/scripted-panel.ts'
import { SAME_ANSWER } from '../measure/agreement/compare-answers.ts'
import {
  ANSWER_KINDS,
  type AnswerKind,
  backingBy,
  confidenceFrom,
  type Evidence,
  type Supports,
} from './confidence.ts'

const CURVE = CALIBRATION.kinds.number
const CAUTION = 'another kind of question'

/** A panel by the support of each seat: those that gave the answer, and those beside it. */
const panelOf = (supports: number[]): Supports => ({
  by: supports.filter((support) => support >= SAME_ANSWER),
  beside: supports.filter((support) => support < SAME_ANSWER),
})
const evidence = (supports: number[], rest: Partial<Evidence> = {}): Evidence => ({
  kind: 'number',
  supports: panelOf(supports),
  unread: 0,
  unlike: null,
  ...rest,
})
const confidence = (supports: number[], rest: Partial<Evidence> = {}) =>
  confidenceFrom(evidence(supports, rest), CALIBRATION).confidence

/** Seats with any support, now and then none; the law is to hold for every kind, with caution and without. */
const support = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))
const panels = fc.array(support, { minLength: 2, maxLength: 8 })
const circumstances = fc.record({
  kind: fc.constantFrom(...ANSWER_KINDS),
  unlike: fc.constantFrom(null, CAUTION),
})

describe('backingBy', () => {
  it('is the mean support of the panel, taken at even odds, and the logarithm of the whole', () => {
    // 0.8 at even odds is what 20 in 23 is at five in eight.
    const { mean, voices } = backingBy({ by: [1, 20 / 23], beside: [0] })
    expect(mean).toBeCloseTo(0.6)
    expect(voices).toBeCloseTo(Math.log(1.8))
  })

  it('counts a seat beside it by how near it came', () => {
    const { mean, voices } = backingBy({ by: [1], beside: [0.625] })
    expect(mean, 'five in eight is what support is without any evidence').toBeCloseTo(0.75)
    expect(voices).toBeCloseTo(Math.log(1.5))
  })

  it('has a logarithm also where nobody gave the answer', () => {
    expect(backingBy({ by: [], beside: [0, 0] })).toEqual({ mean: 0, voices: Math.log(0.1) })
  })
})

describe('confidenceFrom', () => {
  it('reads the probability off the curve of the kind', () => {
    const { constant, weights } = CURVE
    const odds = constant + weights.mean * 0.6 + weights.voices * Math.log(1.8)
    // 0.8 at even odds is what 20 in 23 is at five in eight.
    expect(confidence([1, 20 / 23, 0])).toBeCloseTo(1 / (1 + Math.exp(-odds)), 3)
  })

  it('takes each kind by its own curve', () => {
    const kinds = { ...CALIBRATION.kinds, choice: { ...CURVE, constant: CURVE.constant + 1 } }
    const read = (kind: AnswerKind) =>
      confidenceFrom(evidence([1, 0], { kind }), { ...CALIBRATION, kinds }).confidence
    expect(read('choice')).toBeGreaterThan(read('number'))
    expect(read('open')).toBe(read('number'))
  })

  it('says what it rests on', () => {
    expect(confidenceFrom(evidence([1, 0.9, 0]), CALIBRATION).basis).toBe(
      '2 of 3 models gave this answer before hearing each other; calibrated on 20 recorded questions (numbers)',
    )
  })

  it('is cautious where the recordings do not speak for the case, and says why', () => {
    const { basis } = confidenceFrom(evidence([1, 1, 1], { unlike: CAUTION }), CALIBRATION)
    expect(basis).toContain(`lowered as a precaution: ${CAUTION}`)
    expect(basis).not.toContain('calibrated on')
  })

  it('halves what is above even odds by caution and never adds', () => {
    fc.assert(
      fc.property(panels, circumstances, (supports, rest) => {
        const panel = [1, ...supports.slice(0, 4)]
        const measured = confidence(panel, { ...rest, unlike: null })
        const cautious = confidence(panel, { ...rest, unlike: CAUTION })
        const expected = measured > 0.5 ? 0.5 + (measured - 0.5) / 2 : measured
        // Both are told in thousandths.
        expect(Math.abs(cautious - expected)).toBeLessThanOrEqual(0.001)
      }),
    )
  })

  it('is low for an answer that nobody gave at first, however near the others came, and says so', () => {
    const { confidence: low, basis } = confidenceFrom(evidence([0.69, 0.69, 0.69, 0.69, 0.69]), CALIBRATION)
    expect(low).toBeLessThan(0.5)
    expect(basis).toContain('no such case was recorded')
  })

  it('says how many answers could not be compared', () => {
    const { basis } = confidenceFrom(evidence([1, 0.5, 0.5], { unread: 2 }), CALIBRATION)
    expect(basis).toMatch(
      /^1 of 3 models gave this answer before hearing each other, 2 could not be compared;/,
    )
  })

  it('is cautious about a panel larger than any recorded', () => {
    const supports = new Array<number>(CURVE.largestPanel + 1).fill(1)
    const among = (largestPanel: number) =>
      confidenceFrom(evidence(supports), {
        ...CALIBRATION,
        kinds: { ...CALIBRATION.kinds, number: { ...CURVE, largestPanel } },
      })
    const recorded = among(supports.length).confidence
    const { confidence: cautious, basis } = among(supports.length - 1)
    expect(cautious).toBeCloseTo(0.5 + (recorded - 0.5) / 2)
    expect(basis).toContain(`too few panels of ${supports.length} models were recorded`)
  })

  it('is the highest that was observed where the curve goes beyond it', () => {
    const kinds = { ...CALIBRATION.kinds, number: { ...CURVE, highest: 0.6 } }
    const { confidence: capped } = confidenceFrom(evidence([1, 1, 1]), { ...CALIBRATION, kinds })
    expect(capped).toBe(0.6)
    const { confidence: cautious } = confidenceFrom(evidence([1, 1, 1], { unlike: CAUTION }), {
      ...CALIBRATION,
      kinds,
    })
    expect(cautious, 'and caution goes from there').toBeCloseTo(0.55)
  })

  it('takes off for caution once, and names what the case is unlike first', () => {
    const supports = new Array<number>(CURVE.largestPanel + 1).fill(0.5)
    const all = confidenceFrom(evidence(supports, { unlike: CAUTION }), CALIBRATION)
    expect(all.basis).toContain(CAUTION)
    expect(all.confidence).toBe(confidence(supports))
  })

  it('lies between 0 and the highest that was observed', () => {
    fc.assert(
      fc.property(panels, circumstances, (supports, rest) => {
        const value = confidence(supports, rest)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(CALIBRATION.kinds[rest.kind].highest)
      }),
    )
  })

  it('never falls when a seat supports the answer more', () => {
    fc.assert(
      fc.property(panels, circumstances, support, fc.nat(), (supports, rest, other, place) => {
        const seat = place % supports.length
        const more = supports.with(seat, Math.max(other, supports[seat]!))
        expect(confidence(more, rest)).toBeGreaterThanOrEqual(confidence(supports, rest))
      }),
    )
  })

  it('is never raised by adding a seat that says something else, however near it comes', () => {
    const beside = fc.double({ min: 0, max: SAME_ANSWER - 0.001, noNaN: true })
    fc.assert(
      fc.property(panels, circumstances, beside, (supports, rest, other) => {
        expect(confidence([...supports, other], rest)).toBeLessThanOrEqual(confidence(supports, rest))
      }),
    )
  })

  it('is never raised by a silent seat, neither over that seat speaking nor over the panel without it', () => {
    fc.assert(
      fc.property(panels, circumstances, support, (supports, rest, spoken) => {
        const silent = confidence([...supports, 0], rest)
        expect(silent).toBeLessThanOrEqual(confidence([...supports, spoken], rest))
        expect(silent).toBeLessThanOrEqual(confidence(supports, rest))
      }),
    )
  })
})
