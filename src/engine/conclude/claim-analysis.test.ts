import { describe, expect, it } from 'vitest'
import { entryOf, examined, ledgerOf, stancesOf, votersOf } from '../../../test/support/engine/ledgers.ts'
import { CALIBRATION } from '../../../test/support/engine/scripted-panel.ts'
import { seatNamed } from '../../../test/support/engine/standings.ts'
import type { Ledger } from '../measure/points.ts'
import { claimAnalysis, panelClaims } from './panel-claims.ts'

const SEATS = ['a', 'b', 'c'].map(seatNamed)
const analysisOf = (ledger: Ledger) =>
  claimAnalysis(panelClaims(ledger, SEATS, { anchors: [], facts: CALIBRATION.facts }), ledger, SEATS)

describe('the analysis', () => {
  it('puts every claim where a reader looks for it', () => {
    const ledger = ledgerOf(
      examined('ttt', { text: 'all' }),
      examined('ttu', { text: 'most' }),
      examined('tud', { text: 'one' }),
      examined('udd', { text: 'it depends' }),
      examined('tfu', { text: 'five' }),
      examined('fff', { text: 'given up', isStruck: true }),
      examined('tff', { text: 'held', isStruck: true }),
      examined('ttt', { text: 'missing', isGap: true, stances: [] }),
      examined('tff', { text: 'not missing', isGap: true, stances: [] }),
    )
    expect(analysisOf(ledger)).toEqual({
      consensus: ['all'],
      contradictions: [
        { claims: [{ text: 'five', names: ['a'] }], reason: 'b says false.' },
        { claims: [{ text: 'held', names: ['a'] }], reason: 'b says false. c says false.' },
      ],
      partial: [{ text: 'most', names: ['a', 'b'] }],
      unique: [
        { text: 'one', names: ['a'] },
        { text: 'it depends', names: [] },
      ],
      gaps: [{ text: 'missing', names: ['a', 'b', 'c'] }],
    })
  })

  it('takes what all affirm for consensus, whoever said it first', () => {
    expect(analysisOf(ledgerOf(examined('ttt', { stances: stancesOf('..s') }))).consensus).toEqual([
      'a point',
    ])
  })

  it('takes for unique what several seats of one model say', () => {
    const ledger = { ...ledgerOf(examined('ttu')), voters: votersOf('xxy') }
    expect(analysisOf(ledger)).toMatchObject({ unique: [{ names: ['a', 'b'] }], partial: [] })
  })

  it('is that of the texts before the panel is asked', () => {
    const ledger = ledgerOf(entryOf({ stances: stancesOf('ss') }), entryOf({ text: 'aside' }))
    expect(analysisOf(ledger)).toMatchObject({
      consensus: [],
      partial: [{ text: 'a point', names: ['a', 'b'] }],
      unique: [{ text: 'aside', names: ['a'] }],
    })
  })
})
