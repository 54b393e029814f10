import { describe, expect, it } from 'vitest'
import { isReported } from './is-reported.ts'

describe('isReported', () => {
  it.each([
    'Some say that the wind makes the tides.',
    'Others have long argued that the wind makes them.',
    'Contrary to a common belief, the wind does not make them.',
    'Whether the wind plays a part is disputed.',
    'It is a myth that the wind makes the tides.',
    'The claim that the wind makes them is wrong.',
    'Estimates differ: 5 km or 7 km.',
    'The wind was once said to make the tides.',
    'There is no consensus on the wind.',
    'The wind supposedly makes the tides.',
  ])('holds for “%s”', (sentence) => {
    expect(isReported(sentence)).toBe(true)
  })

  it.each([
    'The wind makes the tides.',
    'Some tides are higher than others.',
    'The tides hold many secrets.',
    'The wind rather than the Moon makes the tides.',
    'It holds water.',
    'The wind makes the tides, as everybody knows.',
  ])('does not hold for “%s”', (sentence) => {
    expect(isReported(sentence)).toBe(false)
  })
})
