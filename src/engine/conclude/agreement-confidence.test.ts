import { expect, it } from 'vitest'
import { agreementConfidence } from './agreement-confidence.ts'

it.each([
  [0, 0],
  [0.42, 0.42],
  [1, 0.75],
])('a panel whose texts agree by %d gives a text without claims the confidence %d', (agreement, expected) => {
  const { confidence, basis } = agreementConfidence(agreement)
  expect(confidence).toBe(expected)
  expect(basis).toContain(`agree by ${agreement.toFixed(2)}, which is not calibrated`)
  expect(basis.includes('lowered')).toBe(agreement > 0.5)
})
