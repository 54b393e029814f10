import { describe, expect, it } from 'vitest'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import { holdsPosition, meanDistances, withResiduals } from './landscape.ts'

describe('the distance of a text', () => {
  const holders = standingsOf({ ada: 'x', bob: 'y', cleo: 'z' }).filter(holdsPosition)

  it('is how unlike the others it is on average', () => {
    const alike: Record<string, number> = { 'x y': 0.8, 'y x': 0.8, 'y z': 0.2, 'z y': 0.2 }
    const distances = meanDistances(
      holders,
      (mine, other) => alike[`${mine.position.answer} ${other.position.answer}`] ?? 0,
    )
    expect(distances.get('ada')).toBeCloseTo(0.6)
    expect(distances.get('bob')).toBeCloseTo(0.5)
    expect(distances.get('cleo')).toBeCloseTo(0.9)
  })

  it('is whole where it is the only one', () => {
    expect(meanDistances(holders.slice(0, 1), () => 1)).toEqual(new Map([['ada', 1]]))
  })
})

describe('new residuals', () => {
  it('are null for a seat that has none', () => {
    const standings = withResiduals(standingsOf({ ada: 'x', bob: null }), new Map([['ada', 0.5]]))
    expect(standings.map(({ residual }) => residual)).toEqual([0.5, null])
  })
})
