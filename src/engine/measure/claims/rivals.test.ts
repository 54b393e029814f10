import { describe, expect, it } from 'vitest'
import { exclusions, measureOtherwise, rivalsIn } from './rivals.ts'

describe('measureOtherwise', () => {
  it.each([
    ['The tower is 300 m tall', 'The tower is 330 m tall', true],
    ['The tower is 300 m tall.', 'The tower is 0.3 km tall', false],
    ['The war ended in 1918', 'The war ended in 1919', true],
    ['They landed in 1969', 'They landed in 1970', true],
    ['A spider has eight legs', 'A spider has 6 legs', true],
    ['It takes 5 hours', 'It takes 5 km', false],
    ['The tower is 300 m tall', 'The bridge is 330 m long', false],
    ['It takes more than 3 days', 'It takes more than 5 days', false],
    ['Type 1 diabetes is treated with insulin', 'Type 2 diabetes is treated with insulin', false],
    ['At 0 m water boils at 100 °C', 'At 2000 m water boils at 93 °C', false],
    ['The tower is tall', 'The tower is tall', false],
  ])('%j and %j: %s', (left, right, isSo) => {
    expect(measureOtherwise(left, right)).toBe(isSo)
    expect(measureOtherwise(right, left)).toBe(isSo)
  })
})

describe('rivals', () => {
  const silent = { supports: 0, contradicts: 0, shared: 0 }

  it('are claims of which one excludes the other, in either direction, and never a claim itself', async () => {
    const against = { supports: 0, contradicts: 0.9, shared: 0 }
    const bearings = [
      [against, against, silent],
      [silent, silent, { supports: 0, contradicts: 0.5, shared: 0 }],
      [silent, silent, silent],
    ]
    expect(rivalsIn(await exclusions(['a', 'b', 'c'], bearings, async () => {}))).toEqual([[1], [0], []])
  })

  it('are the same sentence with another number, even if the reader takes them for the same', async () => {
    const same = { supports: 1, contradicts: 0, shared: 0 }
    const texts = ['The tower is 300 m tall', 'The tower is 330 m tall']
    const bearings = texts.map(() => texts.map(() => same))
    expect(rivalsIn(await exclusions(texts, bearings, async () => {}))).toEqual([[1], [0]])
  })
})
