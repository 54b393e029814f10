import { describe, expect, it } from 'vitest'
import { ledgerOf, rulingsOf } from '../../../../test/support/engine/ledgers.ts'
import type { LedgerEntry } from './ledger.ts'
import { strikeEntries, supportersOf } from './strike.ts'

const isStruck = (second: string, third: string, values: Partial<LedgerEntry> = {}) => {
  const rulings = [...rulingsOf(second), ...rulingsOf(third, 3)]
  const seats = [...'abcdef'].slice(0, second.length)
  return strikeEntries(ledgerOf({ isExamined: true, rulings, ...values }), seats).entries[0]!.isStruck
}

describe('strikeEntries', () => {
  it.each([
    ['its maker withdraws it', 'tff', 'f', true],
    ['its maker is no longer sure, and two thirds call it false', 'tff', 'u', true],
    ['its maker is no longer sure, and one of two calls it false', 'tf', 'u', false],
    ['its maker is no longer sure, and less than two thirds call it false', 'tfuu', 'u', false],
    ['only one of its supporters withdraws it', 'ttfuu', 'fu', false],
    ['its maker withdraws it in a panel of two', 'tf', 'f', true],
    ['all its supporters withdraw it', 'ttfff', 'ff', true],
    ['two thirds still call it false', 'tff', 't', true],
    ['less than two thirds call it false', 'ttfu', 'tf', false],
    ['one of two seats calls it false', 'tf', 't', false],
    ['the others are only unsure', 'tuu', 'u', false],
    ['one of its supporters stands by it', 'ttfuu', 'tu', false],
    ['everybody called it false before its maker saw why', 'fff', '', false],
    ['its maker gave no answer, whatever the others say', 'tfff', '.fff', false],
    ['one of its supporters gave no answer', 'ttffff', 'f', false],
  ])('where %s: %s, then %s: %s', (_, second, third, expected) => {
    expect(isStruck(second, third)).toBe(expected)
  })

  it('does not strike what its maker holds where nobody said why it is false before', () => {
    const [silent, late] = [2, 3].map((iteration) =>
      [...rulingsOf('tfff'), ...rulingsOf('tfff', 3)].map((ruling) =>
        ruling.iteration <= iteration ? { ...ruling, reason: '' } : ruling,
      ),
    )
    for (const rulings of [silent!, late!]) expect(isStruck('tfff', 'tfff', { rulings })).toBe(false)
    expect(isStruck('tfff', 'tfff')).toBe(true)
  })

  it('strikes what its maker withdraws for an axiom, and not what the maker is only unsure of', () => {
    expect(isStruck('ttt', 'fff', { contrary: ['an axiom'] })).toBe(true)
    expect(isStruck('ttt', 'uuu', { contrary: ['an axiom'] })).toBe(false)
  })

  it('counts several seats of one model as one, and only where they are of one mind', () => {
    const isStruckBy = (models: string, third: string) => {
      const rulings = [...rulingsOf('tfff'), ...rulingsOf(third, 3)]
      const voters = Object.fromEntries([...models].map((model, index) => ['abcd'[index]!, model]))
      const ledger = { ...ledgerOf({ isExamined: true, rulings }), voters }
      return strikeEntries(ledger, ['a', 'b', 'c', 'd']).entries[0]!.isStruck
    }
    expect(isStruckBy('xyzz', 'tfff'), 'two of three models').toBe(true)
    expect(isStruckBy('xyyy', 'tfff'), 'one of two models').toBe(false)
    expect(isStruckBy('xyzz', 'tfft'), 'one of three models, and one is not of one mind').toBe(false)
  })

  it('does not count what a text seems to say against it', () => {
    const estimates = Object.fromEntries(
      [...'bc'].map((seat) => [seat, { supports: 0, contradicts: 1, shared: 0 }]),
    )
    expect(isStruck('t..', 't', { estimates })).toBe(false)
  })

  it('never takes it back', () => {
    expect(isStruck('ttt', 'ttt', { isStruck: true })).toBe(true)
  })
})

describe('supportersOf', () => {
  it('are those who made it or ever said so, and those whose text says so and who were not heard', () => {
    const estimates = Object.fromEntries(
      [...'cde'].map((seat) => [seat, { supports: 0.9, contradicts: 0, shared: 0 }]),
    )
    const rulings = [...rulingsOf('ftu'), ...rulingsOf('.f', 3)]
    const [entry] = ledgerOf({ rulings, estimates }).entries
    expect(supportersOf(entry!)).toEqual(['a', 'b', 'd', 'e'])
  })
})
