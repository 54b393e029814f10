import { describe, expect, it } from 'vitest'
import { ledgerOf, rulingsOf } from '../../../../test/support/engine/ledgers.ts'
import { residualsOnClaims } from './seat-residuals.ts'

const residuals = (...said: string[]) =>
  Object.fromEntries(
    residualsOnClaims(
      ledgerOf(
        ...said.map((letters, index) => ({
          isExamined: true,
          isCentral: index === 0,
          rulings: rulingsOf(letters),
        })),
      ),
      ['a', 'b', 'c', 'd'],
    ),
  )

describe('residualsOnClaims', () => {
  it('are high for the smaller side and low for the larger', () => {
    expect(residuals('fttt')).toEqual({ a: 1, b: 1 / 3, c: 1 / 3, d: 1 / 3 })
    expect(residuals('ffff')).toEqual({ a: 0, b: 0, c: 0, d: 0 })
    expect(residuals('fftt')).toEqual({ a: 1, b: 1, c: 1, d: 1 })
  })

  it('are one half for a seat that is unsure', () => {
    expect(residuals('uttt')).toEqual({ a: 0.5, b: 0, c: 0, d: 0 })
  })

  it('weigh central entries three times', () => {
    expect(residuals('uttt', 'tttu')).toEqual({ a: 0.375, b: 0, c: 0, d: 0.125 })
  })

  it('are absent for a seat that says nothing', () => {
    expect(residuals('ttt')).not.toHaveProperty('d')
  })
})
