import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALIBRATION } from '../../../test/support/engine/scripted-panel.ts'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import { discussedProbability, evidenceFor, type FirstReplies, probabilityOf } from './confidence.ts'

/** Panels of up to 16 models, in which at least one gave the answer. */
const anyFirst: fc.Arbitrary<FirstReplies> = fc
  .record({
    given: fc.integer({ min: 1, max: 8 }),
    compatible: fc.nat(3),
    others: fc.nat(5),
    silent: fc.nat(3),
    offersOptions: fc.boolean(),
  })
  .chain(({ given, compatible, others, silent, offersOptions }) =>
    fc.integer({ min: Math.min(1, others), max: others }).map((rival) => ({
      given,
      compatible,
      answering: given + compatible + others,
      rival,
      silent,
      offersOptions,
    })),
  )

describe.each([
  ['made up', CALIBRATION],
  ['shipped', readMeasures().calibration],
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

  it('never rises with another model that gives another answer, the most common of them or not', () => {
    fc.assert(
      fc.property(anyFirst, fc.boolean(), (first, isCommon) => {
        const rival = isCommon || first.rival === 0 ? first.rival + 1 : first.rival
        expect(change(first, { answering: first.answering + 1, rival })).toBeLessThanOrEqual(1e-12)
      }),
    )
  })

  it('never rises with another model that gives no answer', () => {
    fc.assert(
      fc.property(anyFirst, (first) => {
        expect(change(first, { silent: first.silent + 1 })).toBeLessThanOrEqual(1e-12)
      }),
    )
  })

  it('never falls where another answer turns out to be compatible', () => {
    fc.assert(
      fc.property(anyFirst, (first) => {
        const { given, compatible, answering, rival } = first
        fc.pre(answering > given + compatible)
        const most = Math.min(rival, answering - given - compatible - 1)
        expect(change(first, { compatible: compatible + 1, rival: most })).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })
})

/** The sizes of the groups into which so many models can fall, the largest first. */
function groupings(models: number, most = models): number[][] {
  if (models === 0) return [[]]
  const sizes = Array.from({ length: Math.min(models, most) }, (_, place) => place + 1)
  return sizes.flatMap((size) => groupings(models - size, size).map((rest) => [size, ...rest]))
}

describe.each([true, false])(
  'an answer after a discussion, of a question with options: %s',
  (offersOptions) => {
    const calibration = readMeasures().calibration
    /** What is stated of each answer that so many models hold in the end, by whether it led alone. */
    const statedIn = (answering: number, held: number) =>
      groupings(answering).flatMap((groups) =>
        groups.map((given, place) => {
          const rival = Math.max(0, ...groups.filter((_, other) => other !== place))
          const first = { given, compatible: 0, answering, rival, silent: 0, offersOptions }
          const last = { given: held, rival: Math.min(rival, answering - held) }
          return { hasLed: given > rival, stated: discussedProbability(first, last, calibration) }
        }),
      )

    it.each([2, 3, 4, 5, 6, 7, 8])(
      'that led is never less likely than one that did not, among %i',
      (answering) => {
        for (let held = 1; held <= answering; held++) {
          const all = statedIn(answering, held)
          const led = all.filter(({ hasLed }) => hasLed).map(({ stated }) => stated)
          const others = all.filter(({ hasLed }) => !hasLed).map(({ stated }) => stated)
          // Among two, an answer leads alone only if both give it.
          expect(Math.min(...led) - Math.max(...others), `held by ${held}`).toBeGreaterThanOrEqual(-1e-12)
        }
      },
    )

    it.each([2, 3, 4, 5, 6, 7, 8])('never becomes less likely by winning one more, among %i', (answering) => {
      for (let held = 1; held < answering; held++) {
        const more = statedIn(answering, held + 1)
        for (const [place, { stated }] of statedIn(answering, held).entries())
          expect(more[place]!.stated).toBeGreaterThanOrEqual(stated - 1e-12)
      }
    })
  },
)

describe('the evidence for an answer', () => {
  const first: FirstReplies = {
    given: 2,
    compatible: 1,
    answering: 4,
    rival: 1,
    silent: 1,
    offersOptions: false,
  }

  it('counts a model with a compatible answer for a part', () => {
    expect(evidenceFor(first, 0.5)).toEqual({
      share: 2.5 / 4,
      voices: Math.log(2.5),
      choices: 0,
      rival: 1 / 4,
      silent: 1 / 5,
    })
  })

  it('tells agreement on one of a few options apart', () => {
    expect(evidenceFor({ ...first, offersOptions: true }, 0.5).choices).toBe(Math.log(2.5))
  })

  it('exists for an answer that nobody gave at first', () => {
    const { voices, share } = evidenceFor({ ...first, given: 0, compatible: 0 }, 0.5)
    expect([voices, share].every(Number.isFinite)).toBe(true)
  })
})
