import { describe, expect, it } from 'vitest'
import { sameLimits } from './same-limits.ts'

describe('sameLimits', () => {
  it.each([
    ['Some metals float', 'Metals float'],
    ['Most birds fly', 'All birds fly'],
    ['Most birds fly', 'Many birds fly'],
    ['Few birds swim', 'Birds swim'],
    ['It sometimes fails', 'It often fails'],
    ['Half of it is water', 'A quarter of it is water'],
    ['Only adults may vote', 'Adults may vote'],
    ['It never rains there', 'It rains there'],
    ['Nearly every cell has one', 'Every cell has one'],
    ['Coffee may raise the pressure', 'Coffee raises the pressure'],
    ['It melts if it is heated', 'It melts'],
    ['It works unless it is wet', 'It works'],
  ])('tells %j from %j', (left, right) => {
    expect(sameLimits(left, right)).toBe(false)
    expect(sameLimits(right, left)).toBe(false)
  })

  it.each([
    ['All mammals breathe air', 'Mammals breathe air'],
    ['Some metals float', 'Several metals float'],
    ['Most birds fly', 'Birds usually fly'],
    ['It rarely snows', 'It seldom snows'],
    ['It may fail', 'It could fail'],
    ['It melts if it is heated', 'When heated, it melts'],
  ])('finds the same cases in %j and %j', (left, right) => {
    expect(sameLimits(left, right)).toBe(true)
  })
})
