import { describe, expect, it } from 'vitest'
import { entryOf, rulingOf } from '../../../../test/support/engine/claim-entries.ts'
import { seatNamed } from '../../../../test/support/engine/standings.ts'
import type { LedgerEntry, MissedPoint } from '../../measure/claims/ledger.ts'
import { claimAnalysis } from './claim-analysis.ts'
import { claimSupport } from './claim-support.ts'
import { panelClaims } from './panel-claims.ts'

const SEATS = ['ada', 'bob', 'cleo'].map(seatNamed)
const ANCHOR = { id: 'phys-0001', axiom: 'The Moon raises the tides.', level: 2, relevance: 0.95 }
const claimsOf = (entries: LedgerEntry[], missed: MissedPoint[] = []) => {
  const ledger = { entries, missed }
  const claims = panelClaims(ledger, SEATS, { anchors: [ANCHOR] })
  return { claims, analysis: claimAnalysis(claims, ledger, SEATS) }
}
const everyone = (opinion: 'true' | 'false' | 'unsure') =>
  SEATS.map(({ key }) => rulingOf(key, opinion, opinion === 'true' ? '' : 'So it is.'))

describe('the documents of a claim', () => {
  const namesIn = (titles: string[], ...cited: number[][]) => {
    const documents = titles.map((title) => ({ title, text: 'x' }))
    const entries = cited.map((places) => entryOf('x', places.length === 0 ? {} : { documents: places }))
    const claims = panelClaims({ entries, missed: [] }, SEATS, { anchors: [], documents })
    return claims.map((claim) => claim.documents)
  }

  it('are the titles of those that its makers cite, and absent where they cite none', () => {
    expect(namesIn(['Log', 'Letter', 'Note'], [0, 2], [1], [])).toEqual([
      ['Log', 'Note'],
      ['Letter'],
      undefined,
    ])
  })

  it('have their place behind their title where another has the same', () => {
    expect(namesIn(['Log', 'Letter', 'log '], [0, 2], [1])).toEqual([
      ['Log (document 1)', 'log  (document 3)'],
      ['Letter'],
    ])
    const posing = namesIn(['Log', 'Log', 'Log (document 1)'], [0], [2])
    expect(posing).toEqual([['Log (document 1)'], ['Log (document 1) (document 3)']])
  })
})

describe('the support of a claim', () => {
  const denied = (...keys: string[]) =>
    entryOf('x', {
      makers: ['ada', 'bob', 'cleo'],
      rulings: keys.map((key) => rulingOf(key, 'false', 'No.')),
    })

  it('is not raised by anybody who calls it true', () => {
    expect(claimSupport(entryOf('x', { rulings: everyone('true') }), SEATS)).toBe(0.8)
    expect(claimSupport(entryOf('x', { rulings: everyone('unsure') }), SEATS)).toBe(0.8)
  })

  it('falls with every model that calls it false', () => {
    expect(claimSupport(denied('bob'), SEATS)).toBeCloseTo((0.8 * 2) / 3)
    expect(claimSupport(denied('bob', 'cleo'), SEATS)).toBeCloseTo(0.8 / 3)
    expect(claimSupport(denied('ada', 'bob', 'cleo'), SEATS)).toBe(0)
  })

  it('counts several seats of one model as one, and an axiom as one more', () => {
    const twins = [seatNamed('ada'), seatNamed('bob'), { ...seatNamed('bob'), key: 'cleo' }]
    expect(claimSupport(denied('bob', 'cleo'), twins)).toBeCloseTo(0.4)
    expect(claimSupport({ ...denied(), contrary: ['phys-0001'] }, SEATS)).toBeCloseTo((0.8 * 3) / 4)
  })

  it('counts the last word of a seat', () => {
    const entry = denied('bob')
    entry.rulings.push(rulingOf('bob', 'true', 'I was wrong.', 3))
    expect(claimSupport(entry, SEATS)).toBe(0.8)
  })
})

describe('the claims of a panel', () => {
  it('name the models on each side, with the reasons against a disputed claim', () => {
    const entry = entryOf('The wind makes the tides.', {
      isExamined: true,
      rulings: [rulingOf('bob', 'false', 'Wind makes waves.'), rulingOf('cleo', 'unsure')],
      axioms: ['phys-0002'],
      contrary: ['phys-0001'],
    })
    expect(claimsOf([entry]).claims).toEqual([
      {
        text: 'The wind makes the tides.',
        status: 'disputed',
        central: true,
        support: 0.4,
        for: ['ada'],
        against: ['bob'],
        unsure: ['cleo'],
        reason: 'Wind makes waves. Axiom phys-0001: The Moon raises the tides.',
        axioms: ['phys-0001', 'phys-0002'],
      },
    ])
  })

  it('give the claim that excludes another as the reason where nobody gave one', () => {
    const { claims } = claimsOf([
      entryOf('It is 5 km.', { rivals: [1], estimates: { bob: { supports: 0, contradicts: 1, shared: 0 } } }),
      entryOf('It is 7 km.', { makers: ['bob'], rivals: [0] }),
    ])
    expect(claims[0]).toMatchObject({ status: 'disputed', reason: 'It contradicts “It is 7 km.”' })
    expect(claims[1]).toMatchObject({ status: 'disputed', reason: 'It contradicts “It is 5 km.”' })
  })
})

describe('the analysis', () => {
  it('puts every claim that is not struck where a reader looks for it, and gaps beside them', () => {
    const { analysis } = claimsOf(
      [
        entryOf('all', { makers: ['ada', 'bob'], rulings: everyone('true'), isExamined: true }),
        entryOf('some', { rulings: everyone('true').slice(0, 2).concat(rulingOf('cleo', 'unsure')) }),
        entryOf('one', { isExamined: true }),
        entryOf('not asked', { makers: ['bob'] }),
        entryOf('struck', { isStruck: true, rulings: everyone('false') }),
        entryOf('five', { rivals: [6], rulings: [rulingOf('bob', 'false', 'It is seven.')] }),
        entryOf('seven', { makers: ['bob'], rivals: [5], rulings: [rulingOf('ada', 'false', 'Five.')] }),
      ],
      [{ text: 'The Sun matters too.', seats: ['cleo'] }],
    )
    expect(analysis).toEqual({
      consensus: ['all'],
      contradictions: [
        {
          claims: [
            { text: 'five', names: ['ada'] },
            { text: 'seven', names: ['bob'] },
          ],
          reason: 'It is seven.',
        },
      ],
      partial: [{ text: 'some', names: ['ada', 'bob'] }],
      unique: [
        { text: 'one', names: ['ada'] },
        { text: 'not asked', names: ['bob'] },
      ],
      gaps: [{ text: 'The Sun matters too.', names: ['cleo'] }],
    })
  })

  it('shows what one model said once even that model is no longer sure', () => {
    const { claims, analysis } = claimsOf([
      entryOf('one', { isExamined: true, rulings: [rulingOf('ada', 'unsure')] }),
    ])
    expect(claims[0]).toMatchObject({ status: 'single', for: [] })
    expect(analysis.unique).toEqual([{ text: 'one', names: [] }])
  })

  it('shows a struck claim that a model still holds as a contradiction, and none that all gave up', () => {
    const struck = (text: string, ...keys: string[]) =>
      entryOf(text, { isStruck: true, rulings: keys.map((key) => rulingOf(key, 'false', 'No.')) })
    const { analysis } = claimsOf([struck('held', 'bob', 'cleo'), struck('given up', 'ada', 'bob', 'cleo')])
    expect(analysis.contradictions).toEqual([{ claims: [{ text: 'held', names: ['ada'] }], reason: 'No.' }])
  })

  it('takes for unique what several seats of one model say', () => {
    const ledger = {
      entries: [entryOf('one', { makers: ['ada', 'bob'], isExamined: true })],
      missed: [],
      voters: { ada: 'x', bob: 'x', cleo: 'y' },
    }
    const { unique, partial } = claimAnalysis(panelClaims(ledger, SEATS, { anchors: [] }), ledger, SEATS)
    expect({ unique, partial }).toEqual({ unique: [{ text: 'one', names: ['ada', 'bob'] }], partial: [] })
  })

  it('is no consensus what one said and all others only confirmed', () => {
    const { analysis } = claimsOf([entryOf('one', { rulings: everyone('true'), isExamined: true })])
    expect(analysis.consensus).toEqual([])
    expect(analysis.partial).toEqual([{ text: 'one', names: ['ada', 'bob', 'cleo'] }])
  })

  it('shows a claim that some deny without another in its place', () => {
    const { analysis } = claimsOf([entryOf('five', { rulings: [rulingOf('bob', 'false', 'No.')] })])
    expect(analysis.contradictions).toEqual([{ claims: [{ text: 'five', names: ['ada'] }], reason: 'No.' }])
    expect([analysis.consensus, analysis.partial, analysis.unique]).toEqual([[], [], []])
  })
})
