import { describe, expect, it } from 'vitest'
import { brierScore, calibrationError } from './statistics.ts'

describe('the calibration error', () => {
  it('is 0 if probabilities match the observed frequencies', () => {
    expect(calibrationError([0.5, 0.5, 1], [true, false, true])).toBe(0)
  })

  it('weights each bin by its size', () => {
    expect(calibrationError([0.9, 0.9, 0.9, 0.1], [false, false, false, false])).toBeCloseTo((2.7 + 0.1) / 4)
  })
})

describe('the Brier score', () => {
  it('is the mean squared distance of what was stated from what came true', () => {
    expect(brierScore([1, 0.5, 0], [true, false, true])).toBeCloseTo((0 + 0.25 + 1) / 3)
  })
})
