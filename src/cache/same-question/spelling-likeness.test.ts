import { describe, expect, it } from 'vitest'
import { isMistyped, shareRoot } from './align.ts'

describe('isMistyped', () => {
  it.each([
    ['picture', 'picutre'],
    ['restaurant', 'restaurent'],
    ['recommend', 'recomend'],
    ['accommodation', 'acommodaton'],
  ])('takes %s and %s for one word', (one, other) => {
    expect(isMistyped(one, other)).toBe(true)
    expect(isMistyped(other, one)).toBe(true)
  })

  it.each([
    ['cost', 'cast'],
    ['berlin', 'merlin'],
    ['austria', 'australia'],
    ['ch3oh', 'ch3ch'],
  ])('keeps %s and %s apart', (one, other) => expect(isMistyped(one, other)).toBe(false))
})

describe('shareRoot', () => {
  it.each([
    ['invest', 'investment'],
    ['prepare', 'preparation'],
    ['anonymous', 'anonymously'],
  ])('ties %s to %s', (one, other) => expect(shareRoot(one, other)).toBe(true))

  it.each([
    ['cat', 'category'],
    ['plane', 'planet'],
    ['india', 'boston'],
  ])('does not tie %s to %s', (one, other) => expect(shareRoot(one, other)).toBe(false))
})
