import { describe, expect, it } from 'vitest'
import { orderOf } from '../../../../test/support/engine/standings.ts'
import { STRUCTURES } from '../../../contract/panel.ts'
import { panelSizeWarning, structureNamed } from './index.ts'

describe('structureNamed', () => {
  it.each(STRUCTURES)('finds the %s', (name) => {
    expect(structureNamed(name).name).toBe(name)
  })

  it.each(STRUCTURES)('gives every seat of a %s exactly one turn in each iteration', (name) => {
    const distances = { ada: 0.5, bob: null, cleo: 1, dan: 0.5, eve: 1 }
    for (let iteration = 2; iteration <= 8; iteration++) {
      const turns = structureNamed(name).waves(orderOf(distances, iteration)).flat()
      expect(turns.map((seat) => seat.name).sort()).toEqual(Object.keys(distances).sort())
    }
  })
})

describe('panelSizeWarning', () => {
  it.each([
    ['fugue', 3, 'A fugue usually has 4 or more models; this panel has 3.'],
    ['fugue', 4, null],
    ['fugue', 16, null],
    ['sonata', 2, null],
    ['sonata', 3, null],
    ['sonata', 4, 'A sonata usually has 2 to 3 models; this panel has 4.'],
    ['concert', 2, null],
    ['concert', 16, null],
  ] as const)('of a %s of %i is %j', (name, size, warning) => {
    expect(panelSizeWarning(name, size)).toBe(warning)
  })
})
