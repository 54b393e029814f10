import { describe, expect, it } from 'vitest'
import { entryOf, rulingOf } from '../../../../test/support/engine/claim-entries.ts'
import { standingsOf } from '../../../../test/support/engine/standings.ts'
import type { LedgerEntry } from '../../measure/claims/ledger.ts'
import { NO_USAGE, type Spiral } from '../../measure/spiral.ts'
import { claimDissent, supportingSeats } from './claim-dissent.ts'

const SPIRAL: Spiral = {
  kind: 'open',
  date: '2026-11-17',
  entries: [],
  standings: standingsOf({ ada: 'a', bob: 'b', cleo: 'c' }),
  anchors: [],
  usage: NO_USAGE,
  ending: null,
}
const namesOf = (entry: LedgerEntry, spiral = SPIRAL) =>
  claimDissent(spiral, { entries: [entry], missed: [] }).map(({ name }) => name)
const denying = (...seats: string[]) => seats.map((seat) => rulingOf(seat, 'false', `${seat} says no.`))

describe('who dissents from the answer to an open question', () => {
  it('is the smaller side of a disputed central claim, with its reason', () => {
    expect(namesOf(entryOf('x', { rulings: denying('bob', 'cleo') }))).toEqual(['ada'])
    const entry = entryOf('x', { makers: ['ada', 'bob'], rulings: denying('cleo') })
    expect(claimDissent(SPIRAL, { entries: [entry], missed: [] })).toEqual([
      { model: 'test/cleo', name: 'cleo', answer: 'c', reason: 'It denies: “x”. cleo says no.' },
    ])
  })

  it('does not say that a seat denies what it was not asked about', () => {
    const denies = { supports: 0, contradicts: 0.9, shared: 1 }
    const entry = entryOf('Tea is hot.', { makers: ['ada', 'bob'], estimates: { cleo: denies } })
    expect(claimDissent(SPIRAL, { entries: [entry], missed: [] })).toMatchObject([
      { name: 'cleo', reason: 'Its text seems to deny: “Tea is hot.”' },
    ])
  })

  it('is both sides where they are equal', () => {
    expect(namesOf(entryOf('x', { rulings: denying('bob') }))).toEqual(['ada', 'bob'])
  })

  it('is who holds the claim that excludes another, where nobody was asked or calls the other false', () => {
    const dissent = (...entries: LedgerEntry[]) =>
      claimDissent(SPIRAL, { entries, missed: [] }).map(({ name, reason }) => [name, reason])
    const five = entryOf('It is 5 km.', { rivals: [1] })
    const seven = entryOf('It is 7 km.', { makers: ['bob'], rivals: [0] })
    expect(dissent(five, seven)).toEqual([
      ['ada', 'It holds: “It is 5 km.”'],
      ['bob', 'It holds: “It is 7 km.”'],
    ])
    expect(dissent({ ...five, makers: ['ada', 'cleo'] }, seven)).toEqual([['bob', 'It holds: “It is 7 km.”']])
    expect(dissent(five, { ...seven, isStruck: true })).toEqual([['bob', 'It holds: “It is 7 km.”']])
  })

  it('is both sides where several seats of one model stand against another', () => {
    const entry = entryOf('x', { rulings: denying('bob', 'cleo') })
    const ledger = { entries: [entry], missed: [], voters: { ada: 'x', bob: 'y', cleo: 'y' } }
    expect(claimDissent(SPIRAL, ledger).map(({ name }) => name)).toEqual(['ada', 'bob', 'cleo'])
  })

  it('is who still holds a struck claim, and nobody once it is withdrawn', () => {
    const struck = entryOf('x', { isStruck: true, rulings: denying('bob', 'cleo') })
    expect(namesOf(struck)).toEqual(['ada'])
    expect(namesOf({ ...struck, rulings: denying('ada', 'bob', 'cleo') })).toEqual([])
  })

  it('is nobody for claims that are not central, agreed, or made by one seat', () => {
    expect(namesOf(entryOf('x', { isCentral: false, rulings: denying('bob') }))).toEqual([])
    expect(namesOf(entryOf('x', { makers: ['ada', 'bob'] }))).toEqual([])
    expect(namesOf(entryOf('x', { isExamined: true }))).toEqual([])
  })

  it('is a seat without a text', () => {
    const standings = standingsOf({ ada: 'a', bob: 'b', cleo: null })
    expect(namesOf(entryOf('x'), { ...SPIRAL, standings })).toEqual(['cleo'])
  })
})

describe('how many stand behind the answer', () => {
  const count = (...entries: LedgerEntry[]) => supportingSeats(SPIRAL, { entries, missed: [] }).length

  it('counts the seats with an opinion on half of the central claims and no dissent', () => {
    expect(count(entryOf('x', { makers: ['ada', 'bob', 'cleo'] }))).toBe(3)
    expect(count(entryOf('x', { makers: ['ada', 'bob'] }), entryOf('y', { makers: ['bob'] }))).toBe(2)
    expect(count(entryOf('x', { rulings: denying('bob', 'cleo') })), 'the larger side').toBe(2)
  })

  it('counts nobody where the texts have nothing in common', () => {
    expect(count(...['ada', 'bob', 'cleo'].map((seat) => entryOf(seat, { makers: [seat] })))).toBe(0)
    expect(count()).toBe(0)
  })
})
