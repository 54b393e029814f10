import { describe, expect, it } from 'vitest'
import { fitStrangers } from './strangers.ts'

/** A family of whose hundred panels so many are right, at what is stated of each. */
const family = (name: string, stated: number, right: number) => ({
  family: name,
  set: 'sums',
  stated: Array.from({ length: 100 }, () => stated),
  right: Array.from({ length: 100 }, (_, place) => place < right),
  whole: [],
})

describe('fitStrangers', () => {
  it('multiplies the odds so that as many are right as is stated', () => {
    expect(fitStrangers([family('ada', 0.8, 67)])).toBeCloseTo(0.51, 1)
  })

  it('never raises', () => {
    expect(fitStrangers([family('ada', 0.5, 90)])).toBe(1)
  })

  it('lets every family weigh the same, in however many sets it is', () => {
    const rare = family('bob', 0.8, 50)
    const inTwo = [family('ada', 0.8, 80), { ...family('ada', 0.8, 80), set: 'facts' }]
    expect(fitStrangers([...inTwo, rare])).toBe(fitStrangers([inTwo[0]!, rare]))
  })
})
