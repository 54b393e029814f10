import { describe, expect, it } from 'vitest'
import {
  examined,
  pointListOf,
  pointOf,
  stancesOf,
  votersOf,
} from '../../../test/support/engine/point-lists.ts'
import { CALIBRATION } from '../../../test/support/engine/scripted-panel.ts'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import type { PointList } from '../measure/points.ts'
import { claimAnalysis, panelClaims } from './panel-claims.ts'

const STANDINGS = standingsOf({ a: null, b: null, c: null })
const analysisOf = (pointList: PointList) =>
  claimAnalysis(
    panelClaims(pointList, STANDINGS, { anchors: [], facts: CALIBRATION.facts }),
    pointList,
    STANDINGS,
  )

describe('the analysis', () => {
  it('puts every claim where a reader looks for it', () => {
    const pointList = pointListOf(
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
    expect(analysisOf(pointList)).toEqual({
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
    expect(analysisOf(pointListOf(examined('ttt', { stances: stancesOf('..s') }))).consensus).toEqual([
      'a point',
    ])
  })

  it('takes for unique what several seats of one model say', () => {
    const pointList = { ...pointListOf(examined('ttu')), voters: votersOf('xxy') }
    expect(analysisOf(pointList)).toMatchObject({ unique: [{ names: ['a', 'b'] }], partial: [] })
  })

  it('is that of the texts before the panel is asked', () => {
    const pointList = pointListOf(pointOf({ stances: stancesOf('ss') }), pointOf({ text: 'aside' }))
    expect(analysisOf(pointList)).toMatchObject({
      consensus: [],
      partial: [{ text: 'a point', names: ['a', 'b'] }],
      unique: [{ text: 'aside', names: ['a'] }],
    })
  })
})
