import { describe, expect, it } from 'vitest'
import { ledgerOf, rulingsOf } from '../../../../test/support/engine/ledgers.ts'
import { hasMoved } from './has-moved.ts'

const SEATS = ['a', 'b', 'c']
const ledger = (third: string, isStruck = false) =>
  ledgerOf({ isExamined: true, isStruck, rulings: [...rulingsOf('tff'), ...rulingsOf(third, 3)] })

describe('hasMoved', () => {
  it('is so where a seat has another opinion than before', () => {
    expect(hasMoved(ledger(''), ledger('f'), SEATS)).toBe(true)
    expect(hasMoved(ledger(''), ledger('tff'), SEATS)).toBe(false)
  })

  it('is so when a claim is struck, even if no seat changes its mind', () => {
    expect(hasMoved(ledger(''), ledger('tff', true), SEATS)).toBe(true)
  })
})
