import { describe, expect, it } from 'vitest'
import {
  examined,
  pointListOf,
  pointOf,
  rulingsOf,
  stancesOf,
  votersOf,
} from '../../../test/support/engine/point-lists.ts'
import { CALIBRATION } from '../../../test/support/engine/scripted-panel.ts'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import { panelClaims } from './panel-claims.ts'

const STANDINGS = standingsOf({ a: null, b: null, c: null })
const ANCHOR = { id: 'phys-0001', axiom: 'The Moon raises the tides.', level: 2, relevance: 0.95 }
const claimOf = (entry: ReturnType<typeof pointOf>, voters = {}) =>
  panelClaims({ ...pointListOf(entry), voters }, STANDINGS, {
    anchors: [ANCHOR],
    facts: CALIBRATION.facts,
  })[0]!

describe('the claims of a panel', () => {
  it('name the models on each side, with their words and the reasons against a disputed claim', () => {
    const stances = [
      { seat: 'a', says: true, quote: 'the wind makes them' },
      { seat: 'b', says: false, quote: 'wind has no part in it' },
      { seat: 'c', says: false, quote: null },
    ]
    const entry = examined('tfu', { text: 'The wind makes the tides.', type: 'judgement', stances })
    expect(claimOf(entry)).toEqual({
      text: 'The wind makes the tides.',
      type: 'judgement',
      status: 'disputed',
      central: true,
      support: 0.4,
      for: ['a'],
      against: ['b'],
      conditional: [],
      unsure: ['c'],
      quotes: [
        { name: 'a', stance: 'says', quote: 'the wind makes them' },
        { name: 'b', stance: 'denies', quote: 'wind has no part in it' },
      ],
      reason: 'b says false.',
      axioms: [],
    })
  })

  it('say on what a conditional one depends, and give no reason for others', () => {
    expect(claimOf(examined('tdd'))).toMatchObject({
      status: 'conditional',
      conditional: ['b', 'c'],
      reason: 'b says depends. c says depends.',
    })
    expect(claimOf(examined('ttd'))).toMatchObject({ status: 'agreed' })
    expect(claimOf(examined('ttd'))).not.toHaveProperty('reason')
  })

  it('give the reasons that count in the end', () => {
    const rulings = [...rulingsOf('tff'), ...rulingsOf('.t', 3)]
    expect(claimOf(examined('', { rulings })).reason).toBe('c says false.')
  })

  it('say which of them no text makes', () => {
    expect(claimOf(examined('ttt', { isGap: true, stances: [] }))).toMatchObject({ gap: true, quotes: [] })
    expect(claimOf(examined('ttt'))).not.toHaveProperty('gap')
  })

  it('are those of the texts before the panel is asked', () => {
    expect(claimOf(pointOf({ stances: stancesOf('s.d') }))).toMatchObject({
      ...{ status: 'disputed', support: 0.4, for: ['a'], against: ['c'], unsure: ['b'] },
    })
  })

  it('count several seats of one model once in their support', () => {
    expect(claimOf(examined('ttu')).support).toBe(0.6)
    expect(claimOf(examined('ttu'), votersOf('xxy')).support).toBe(0.5)
  })

  it('name the axioms that models name for their opinions', () => {
    const [first, ...others] = rulingsOf('ftt')
    const rulings = [{ ...first!, reason: 'See PHYS-0001.' }, ...others]
    expect(claimOf(examined('', { rulings })).axioms).toEqual(['phys-0001'])
    expect(claimOf(examined('ftt')).axioms).toEqual([])
  })

  it('do not name an axiom whose id is only the beginning of the one that a model names', () => {
    const [first, ...others] = rulingsOf('ftt')
    const named = (reason: string) => {
      const pointList = {
        ...pointListOf(examined('', { rulings: [{ ...first!, reason }, ...others] })),
        voters: {},
      }
      const anchors = ['acme-1', 'acme-10', 'acme-1-leave'].map((id) => ({ ...ANCHOR, id }))
      return panelClaims(pointList, STANDINGS, { anchors, facts: CALIBRATION.facts })[0]!.axioms
    }
    expect(named('By acme-10.')).toEqual(['acme-10'])
    expect(named('By acme-1-leave.')).toEqual(['acme-1-leave'])
    expect(named('By ACME-1 and acme-10')).toEqual(['acme-1', 'acme-10'])
  })
})
