import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confidenceFrom } from './confidence.ts'
import { CALIBRATION } from './testing/scripted-panel.ts'

const from = (seats: number, supporters: number, unlike: string | null = null) =>
  confidenceFrom({ seats, supporters, unlike }, CALIBRATION)

describe('confidenceFrom', () => {
  it.each([
    [2, 1, 0.55],
    [2, 2, 0.87],
    [3, 2, 0.79],
    [5, 5, 0.94],
  ])('of %i seats with %i supporters is what was measured: %d', (seats, supporters, confidence) => {
    expect(from(seats, supporters).confidence).toBe(confidence)
  })

  it('says what it rests on', () => {
    expect(from(3, 2).basis).toBe(
      '2 of 3 models gave this answer before hearing each other; calibrated on 31 recorded answers (made-up)',
    )
  })

  it('is halfway to even odds where the recordings do not speak for the case', () => {
    const { confidence, basis } = from(3, 3, 'the answer is open-ended')
    expect(confidence).toBeCloseTo(0.5 + 0.42 / 2)
    expect(basis).toContain('taken with caution: the answer is open-ended')
  })

  it('is not raised towards even odds by caution', () => {
    expect(from(3, 1, 'the answer is open-ended').confidence).toBe(0.36)
  })

  it('never exceeds that of a lone supporter when nobody gave the answer at first', () => {
    const { confidence, basis } = from(2, 0)
    expect(confidence).toBeLessThan(from(2, 1).confidence)
    expect(basis).toContain('nobody gave at first')
  })

  it('reads a larger panel than any recorded at the same share, rounded down, with caution', () => {
    const { confidence, basis } = from(10, 9)
    expect(confidence, 'nine of ten are four of five').toBeCloseTo(0.5 + 0.35 / 2)
    expect(basis).toContain('no panel of 10 was recorded')
    expect(from(16, 1).confidence, 'even where that rounds to none').toBe(0.3)
  })

  it('lies in [0, 1], never falls with support and never exceeds the best that was measured', () => {
    const cases = fc.integer({ min: 2, max: 16 }).chain((seats) =>
      fc.record({
        seats: fc.constant(seats),
        supporters: fc.integer({ min: 0, max: seats - 1 }),
        unlike: fc.constantFrom(null, 'another kind of question'),
      }),
    )
    fc.assert(
      fc.property(cases, (evidence) => {
        const { confidence } = confidenceFrom(evidence, CALIBRATION)
        const more = confidenceFrom({ ...evidence, supporters: evidence.supporters + 1 }, CALIBRATION)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(more.confidence)
        expect(more.confidence).toBeLessThanOrEqual(0.94)
      }),
    )
  })
})
