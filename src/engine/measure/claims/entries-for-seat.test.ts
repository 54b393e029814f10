import { describe, expect, it } from 'vitest'
import { ledgerOf } from '../../../../test/support/engine/ledgers.ts'
import { questionsOn, showClaims } from './entries-for-seat.ts'

const SEATS = ['a', 'b']
const denied = { estimates: { b: { supports: 0, contradicts: 1, shared: 0 } } }

describe('questionsOn', () => {
  it('puts contradicted entries first, then central ones, then the others', () => {
    const ledger = ledgerOf(
      { isCentral: false },
      { isCentral: true },
      { isCentral: false, ...denied },
      { isCentral: true, contrary: ['an axiom'] },
    )
    expect(questionsOn(ledger, SEATS)).toEqual([[3], [2], [1], [0]])
  })

  it('puts entries that exclude each other as one choice, each entry once', () => {
    const ledger = ledgerOf({}, { rivals: [2, 3] }, { rivals: [1, 3] }, { rivals: [1, 2] })
    expect(questionsOn(ledger, SEATS)).toEqual([[1, 2], [3], [0]])
  })

  it('puts at most 24 entries, a choice counting as two', () => {
    const single = Array.from({ length: 23 }, () => denied)
    const ledger = ledgerOf(
      ...single,
      { rivals: [24], isCentral: false },
      { rivals: [23], isCentral: false },
      {},
    )
    const places = questionsOn(ledger, SEATS).flat()
    expect(places).toHaveLength(24)
    expect(places).toContain(25)
  })
})

describe('showClaims', () => {
  const ledger = ledgerOf(
    ...Array.from({ length: 8 }, (_, place) => ({
      text: `claim ${place}`,
      rivals: place < 2 ? [1 - place] : [],
    })),
  )
  const questions = questionsOn(ledger, SEATS)

  it('shows every claim under a label of its own, with its place', () => {
    const put = showClaims(ledger, questions, 'seed')
    expect(put.map(({ shown }) => shown.label)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7'])
    for (const { shown, places } of put)
      expect(shown.texts).toEqual(places.map((place) => ledger.entries[place]!.text))
    expect(put.flatMap(({ places }) => places).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('shuffles for each seed alone, choices inside as well', () => {
    const orders = Array.from({ length: 12 }, (_, seed) => showClaims(ledger, questions, `seat ${seed}`))
    expect(new Set(orders.map((put) => JSON.stringify(put))).size).toBe(12)
    expect(showClaims(ledger, [...questions].reverse(), 'seat 0')).toEqual(orders[0])
    const choices = orders.map((put) => put.find(({ places }) => places.length === 2)!.places)
    expect(new Set(choices.map(([first]) => first))).toEqual(new Set([0, 1]))
  })
})
