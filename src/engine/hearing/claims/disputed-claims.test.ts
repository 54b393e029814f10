import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerEntry, Ruling } from '../../measure/claims/ledger.ts'
import type { Seat } from '../../panel/panel.ts'
import { disputesOn, showDisputes } from './disputed-claims.ts'

const seatNamed = (key: string): Seat => ({
  key,
  name: key,
  provider: 'openrouter',
  model: key,
  temperature: 0,
})
const SEATS = ['ada', 'bob', 'cleo'].map(seatNamed)
const ruling = (seat: string, opinion: Ruling['opinion'], reason = '', iteration = 2): Ruling => ({
  seat,
  iteration,
  opinion,
  reason,
})
const entry = (text: string, fields: Partial<LedgerEntry> = {}): LedgerEntry => ({
  text,
  makers: ['ada'],
  isCentral: false,
  estimates: {},
  support: 0.5,
  rivals: [],
  isExamined: true,
  rulings: [],
  isStruck: false,
  axioms: [],
  contrary: [],
  ...fields,
})
const ledgerOf = (...entries: LedgerEntry[]): Ledger => ({ entries, missed: [] })
const shownTo = (key: string, ledger: Ledger, fields: Partial<Parameters<typeof showDisputes>[1]> = {}) =>
  showDisputes(ledger, {
    seat: seatNamed(key),
    places: [0],
    texts: new Map(),
    anchors: [],
    mustAnswer: false,
    seed: 'q',
    ...fields,
  })[0]!.shown
const textsOf = (reasons: Array<{ text: string }>) => reasons.map(({ text }) => text)

describe('disputesOn', () => {
  it('puts central entries first, and each to those who supported it or deny it', () => {
    const disputed = { rulings: [ruling('bob', 'false', 'no'), ruling('cleo', 'unsure')] }
    const ledger = ledgerOf(
      entry('agreed', { rulings: [ruling('bob', 'true')] }),
      entry('minor', disputed),
      entry('major', { ...disputed, isCentral: true }),
      entry('struck', { ...disputed, isStruck: true }),
    )
    expect(disputesOn(ledger, SEATS)).toEqual([
      { place: 2, seats: ['ada', 'bob'] },
      { place: 1, seats: ['ada', 'bob'] },
    ])
  })

  it('puts an entry that an axiom contradicts to its supporters', () => {
    const ledger = ledgerOf(entry('denied by an axiom', { contrary: ['phys-0001'] }))
    expect(disputesOn(ledger, SEATS)).toEqual([{ place: 0, seats: ['ada'] }])
  })

  it('puts no more entries than one call holds', () => {
    const entries = Array.from({ length: 40 }, (_, place) =>
      entry(`claim ${place}`, { rulings: [ruling('bob', 'false')] }),
    )
    expect(disputesOn(ledgerOf(...entries), SEATS)).toHaveLength(24)
  })
})

describe('showDisputes', () => {
  it('shows the newest reasons of those who still hold an opinion, and what excludes the claim', () => {
    const ledger = ledgerOf(
      entry('claim', {
        rivals: [1, 2],
        contrary: ['phys-0001'],
        rulings: [
          ruling('bob', 'false', 'given up'),
          ruling('cleo', 'false', 'the date is wrong'),
          ruling('bob', 'true', 'I saw it', 3),
        ],
      }),
      entry('rival'),
      entry('struck rival', { isStruck: true }),
    )
    const anchors = [{ id: 'phys-0001', axiom: 'No claim is true', level: 2, relevance: 1 }]
    const shown = shownTo('ada', ledger, { anchors })
    expect(textsOf(shown.for)).toEqual(['I saw it'])
    expect(textsOf(shown.against)).toEqual(['No claim is true', 'the date is wrong', 'rival'])
    expect([...shown.for, ...shown.against].map(({ label }) => label)).toEqual(['A1', 'A2', 'A3', 'A4'])
  })

  it('quotes the passage of a text that says most of the claim, and nothing where no sentence does', () => {
    const ledger = ledgerOf(entry('The Moon pulls the oceans'))
    const texts = (text: string) => ({ texts: new Map([['ada', text]]) })
    const passage = 'Our Moon pulls all oceans. It does so twice a day. Fish swim.'
    expect(textsOf(shownTo('bob', ledger, texts(passage)).for)).toEqual([
      'Our Moon pulls all oceans. It does so twice a day.',
    ])
    expect(shownTo('bob', ledger, texts('Fish swim.')).for).toEqual([])
  })

  it('takes what a seat made for its opinion until it says otherwise', () => {
    const ledger = ledgerOf(entry('claim', { rulings: [ruling('bob', 'false', 'no')] }))
    expect(['ada', 'bob', 'cleo'].map((key) => shownTo(key, ledger).own)).toEqual(['true', 'false', null])
  })

  it('asks for an answer to a reason of the other side only', () => {
    const ledger = ledgerOf(entry('claim', { rulings: [ruling('bob', 'false', 'no')] }))
    const mustAnswer = true
    expect(shownTo('ada', ledger, { mustAnswer }).mustAnswer).toBe('A1')
    expect(shownTo('bob', ledger, { mustAnswer }).mustAnswer, 'nobody gave a reason for it').toBeNull()
    expect(shownTo('cleo', ledger, { mustAnswer }).mustAnswer).toBeNull()
  })
})

it('finds the passages of long texts once, not for every seat', () => {
  const text = Array.from({ length: 400 }, (_, index) => `Tide ${index} pulls water to the moon.`).join(' ')
  const names = Array.from({ length: 12 }, (_, index) => `seat${index}`)
  const texts = new Map(names.map((name, index) => [name, `${text} ${index}`]))
  const entries = Array.from({ length: 24 }, (_, index) =>
    entry(`Tide ${index} pulls water.`, { makers: names }),
  )
  const places = entries.map((_, place) => place)
  const timeFor = (seats: string[]) => {
    const started = performance.now()
    for (const name of seats) shownTo(name, ledgerOf(...entries), { texts, places })
    return performance.now() - started
  }
  const first = timeFor(names.slice(0, 1))
  expect(timeFor(names.slice(1))).toBeLessThan(first)
})
