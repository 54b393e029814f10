import { describe, expect, it } from 'vitest'
import { ledgerOf, rulingsOf } from '../../../../test/support/engine/ledgers.ts'
import { basisOf, disputeOf, divergenceOnClaims, isConsensus, statusesOf } from './dispute.ts'

const SEATS = ['a', 'b', 'c']
const supports = { supports: 0.9, contradicts: 0, shared: 0 }
const denies = { supports: 0, contradicts: 0.9, shared: 0 }
const silent = { supports: 0, contradicts: 0, shared: 0 }
const examined = (said: string, values = {}) => ({ isExamined: true, rulings: rulingsOf(said), ...values })

describe('disputeOf', () => {
  it.each([
    ['ttt', 0],
    ['fff', 0],
    ['ttff', 1],
    ['ttf', 2 / 3],
    ['uuu', 1 / 2],
    ['tuu', 1 / 3],
    ['tfu', 5 / 6],
  ])('of %s is %d', (said, dispute) => {
    const of = (letter: string) => [...said].filter((one) => one === letter)
    expect(disputeOf({ for: of('t'), against: of('f'), unsure: of('u') })).toBeCloseTo(dispute)
  })
})

describe('divergenceOnClaims', () => {
  it('is the mean dispute, central entries weighing 3', () => {
    const ledger = ledgerOf(examined('ttt', { isCentral: true }), examined('tuu', { isCentral: false }))
    expect(divergenceOnClaims(ledger, SEATS)).toBeCloseTo(1 / 12)
  })

  it('is estimated from the texts before anybody is asked', () => {
    const ledger = ledgerOf({ estimates: { b: supports, c: silent } })
    expect(basisOf(ledger)).toBe('estimated')
    expect(divergenceOnClaims(ledger, SEATS)).toBeCloseTo(1 / 6)
  })

  it('leaves out what was not put to a panel that was asked, where silence is no dispute', () => {
    const ledger = ledgerOf(examined('ttt'), { estimates: { b: silent, c: silent } })
    expect(basisOf(ledger)).toBe('measured')
    expect(divergenceOnClaims(ledger, SEATS)).toBe(0)
  })

  it('does not fall because a minority is outvoted', () => {
    const ledger = ledgerOf(examined('tff', { isStruck: true }))
    expect(divergenceOnClaims(ledger, SEATS)).toBeCloseTo(2 / 3)
  })

  it('is 1 for one seat, and where there is no claim', () => {
    expect(divergenceOnClaims(ledgerOf(examined('t')), ['a'])).toBe(1)
    expect(divergenceOnClaims(ledgerOf(), SEATS)).toBe(1)
  })
})

describe('statusesOf', () => {
  it.each([
    ['disputed where one seat says it is false', examined('ttf'), 'disputed'],
    ['disputed where an axiom contradicts it', examined('ttt', { contrary: ['x'] }), 'disputed'],
    ['struck whatever is said of it', examined('ttf', { isStruck: true }), 'struck'],
    ['agreed where two made it and nobody is against', examined('ttu', { makers: ['a', 'b'] }), 'agreed'],
    ['single where others only confirm what one said', examined('ttt'), 'single'],
    ['single where nobody else can tell', examined('tuu'), 'single'],
    ['single where even its maker cannot tell any more', examined('uuu'), 'single'],
    ['unexamined where nobody was asked', { estimates: { b: silent } }, 'unexamined'],
    ['agreed where two made it, even if nobody was asked', { makers: ['a', 'b'] }, 'agreed'],
    ['agreed where another text says so, even if nobody was asked', { estimates: { b: supports } }, 'agreed'],
    ['disputed where another text says otherwise', { estimates: { b: supports, c: denies } }, 'disputed'],
  ])('an entry is %s', (_, entry, status) => {
    expect(statusesOf(ledgerOf(entry), SEATS)).toEqual([status])
  })
})

describe('several seats of one model', () => {
  const voters = { a: 'x', b: 'x', c: 'y' }
  const statusOf = (entry: Parameters<typeof ledgerOf>[0]) =>
    statusesOf({ ...ledgerOf(entry), voters }, SEATS)[0]

  it('do not agree with each other, and agree with another model', () => {
    expect(statusOf({ makers: ['a', 'b'] })).toBe('unexamined')
    expect(statusOf(examined('ttt', { makers: ['a', 'b'] }))).toBe('single')
    expect(statusOf({ makers: ['a', 'c'] })).toBe('agreed')
  })
})

describe('two entries that exclude each other', () => {
  const pair = (one: string, other: string, values = {}) =>
    ledgerOf(examined(one, { rivals: [1] }), examined(other, { rivals: [0], makers: ['b'], ...values }))

  it('are disputed while nobody, or somebody on each side, holds them', () => {
    expect(statusesOf(pair('uuu', 'uuu'), SEATS)).toEqual(['disputed', 'disputed'])
    expect(statusesOf(pair('tuu', 'utu'), SEATS)).toEqual(['disputed', 'disputed'])
  })

  it('are decided when only one of them is held, or one is struck', () => {
    expect(statusesOf(pair('ttu', 'uuu'), SEATS)).toEqual(['single', 'disputed'])
    expect(statusesOf(pair('uuu', 'fff', { isStruck: true }), SEATS)).toEqual(['single', 'struck'])
  })

  it('are no consensus, however much else is agreed', () => {
    const agreed = Array.from({ length: 9 }, () => examined('ttt', { makers: ['a', 'b'] }))
    const { entries } = pair('uuu', 'uuu')
    const unresolved = { entries: [...entries, ...ledgerOf(...agreed).entries], missed: [] }
    expect(isConsensus(unresolved, SEATS)).toBe(false)
  })
})

describe('isConsensus', () => {
  it('needs a low divergence', () => {
    expect(isConsensus(ledgerOf(examined('ttt')), SEATS)).toBe(true)
    expect(isConsensus(ledgerOf(examined('tuu')), SEATS)).toBe(false)
  })

  it('needs that no central entry is disputed, however many are agreed', () => {
    const agreed = Array.from({ length: 9 }, () => examined('ttt'))
    expect(isConsensus(ledgerOf(...agreed, examined('ttf')), SEATS)).toBe(false)
    expect(isConsensus(ledgerOf(...agreed, examined('ttf', { isCentral: false })), SEATS)).toBe(true)
    expect(isConsensus(ledgerOf(...agreed, examined('ttt', { contrary: ['x'] })), SEATS)).toBe(false)
  })

  it('needs that no seat still holds a central entry that was struck', () => {
    const agreed = Array.from({ length: 9 }, () => examined('ttt'))
    expect(isConsensus(ledgerOf(...agreed, examined('tff', { isStruck: true })), SEATS)).toBe(false)
    expect(isConsensus(ledgerOf(...agreed, examined('fff', { isStruck: true })), SEATS)).toBe(true)
  })

  it('needs that every text supports every central entry where nobody was asked', () => {
    const agreed = Array.from({ length: 9 }, () => ({ estimates: { b: supports, c: supports } }))
    const once = { estimates: { b: supports, c: silent } }
    expect(isConsensus(ledgerOf(...agreed), SEATS)).toBe(true)
    expect(isConsensus(ledgerOf(...agreed, once), SEATS)).toBe(false)
    expect(isConsensus(ledgerOf(...agreed, { ...once, isCentral: false }), SEATS)).toBe(true)
  })
})
