import { expect, test } from 'vitest'
import { garble, SLIP_RATE, slipsOn } from './offline-models.ts'

test.each([
  ['42', '32'],
  ['7', '6'],
  ['12', '22'],
  ['1989', '1979'],
  ['8.04672 km', '8.04662 km'],
  ['exactly 299 792 458 m/s', 'exactly 299 792 448 m/s'],
  ['6.626 x 10^-34 J s', '6.626 x 10^-35 J s'],
  ['yes', 'no'],
  ['no', 'yes'],
])('“%s” becomes the mistake “%s”', (right, wrong) => {
  expect(garble(right)).toBe(wrong)
})

test.each(['Canberra', 'H2O', 'FF'])('“%s” has no figure to change', (answer) => {
  expect(garble(answer)).toBe(answer)
})

test('the contrarian makes mistakes at its known rate', () => {
  const questions = Array.from({ length: 2_000 }, (_, index) => `What is ${index} + 1?`)
  const share = questions.filter((question) => slipsOn('vendor/model', question)).length / questions.length
  expect(Math.abs(share - SLIP_RATE)).toBeLessThan(0.03)
})
