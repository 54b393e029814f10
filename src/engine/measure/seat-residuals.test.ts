import { describe, expect, it } from 'vitest'
import { examined, pointListOf, pointOf, stancesOf } from '../../../test/support/engine/point-lists.ts'
import { residualsOnClaims } from './dispute.ts'

const SEATS = ['a', 'b', 'c', 'd']
const residuals = (...entries: Parameters<typeof pointListOf>) =>
  Object.fromEntries(residualsOnClaims(pointListOf(...entries), SEATS))

describe('residualsOnClaims', () => {
  it('are high for the smaller side and low for the larger', () => {
    expect(residuals(examined('fttt'))).toEqual({ a: 1, b: 1 / 3, c: 1 / 3, d: 1 / 3 })
    expect(residuals(examined('ffff'))).toEqual({ a: 0, b: 0, c: 0, d: 0 })
    expect(residuals(examined('fftt'))).toEqual({ a: 1, b: 1, c: 1, d: 1 })
  })

  it('are one half for a seat that cannot tell or says that it depends', () => {
    expect(residuals(examined('udtt'))).toEqual({ a: 0.5, b: 0.5, c: 0, d: 0 })
  })

  it('weigh central points three times', () => {
    expect(residuals(examined('uttt'), examined('tttu', { isCentral: false }))).toEqual({
      ...{ a: 0.375, b: 0, c: 0, d: 0.125 },
    })
  })

  it('are absent for a seat that says nothing', () => {
    expect(residuals(examined('ttt'))).not.toHaveProperty('d')
  })

  it('are those of the texts before the panel is asked, at no distance from what they do not mention', () => {
    const ssd = pointOf({ stances: stancesOf('ssd') })
    expect(residuals(ssd, pointOf({ stances: stancesOf('s') }))).toEqual({ a: 0.25, b: 0.5, c: 1 })
  })
})
