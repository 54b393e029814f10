import { describe, expect, it } from 'vitest'
import {
  examined,
  pointListOf,
  pointOf,
  stancesOf,
  votersOf,
} from '../../../test/support/engine/point-lists.ts'
import { standingsOf } from '../../../test/support/engine/standings.ts'
import { NO_USAGE, type Spiral } from '../deliberation.ts'
import type { Point } from '../measure/points.ts'
import { claimDissent, supportingSeats } from './conclude-open.ts'

const SPIRAL: Spiral = {
  kind: 'open',
  date: '2026-11-17',
  entries: [],
  standings: standingsOf({ a: 'A.', b: 'B.', c: 'C.' }),
  anchors: [],
  usage: NO_USAGE,
  ending: null,
  votes: null,
}
const namesOf = (entry: Point, { spiral = SPIRAL, voters = {} } = {}) =>
  claimDissent(spiral, { points: [entry], voters }).map(({ name }) => name)

describe('who dissents from the answer to an open question', () => {
  it('is the smaller side of a disputed central claim, with its reason', () => {
    expect(namesOf(examined('tff'))).toEqual(['a'])
    expect(claimDissent(SPIRAL, pointListOf(examined('ttf', { text: 'x' })))).toEqual([
      { model: 'test/c', name: 'c', answer: 'C.', reason: 'It denies: “x”. c says false.' },
    ])
  })

  it('is whose text denies what the others say before the panel is asked', () => {
    const entry = pointOf({ text: 'Tea is hot.', stances: stancesOf('ssd') })
    expect(claimDissent(SPIRAL, pointListOf(entry))).toMatchObject([
      { name: 'c', reason: 'It denies: “Tea is hot.”' },
    ])
  })

  it('is both sides where they are equal, also by the number of models', () => {
    expect(namesOf(examined('tfu'))).toEqual(['a', 'b'])
    expect(namesOf(examined('tff'), { voters: votersOf('xyy') })).toEqual(['a', 'b', 'c'])
  })

  it('is who still holds a struck claim, and nobody once it is withdrawn', () => {
    expect(namesOf(examined('tff', { isStruck: true }))).toEqual(['a'])
    expect(namesOf(examined('fff', { isStruck: true }))).toEqual([])
  })

  it('is nobody for claims that are not central, agreed, conditional or single', () => {
    expect(namesOf(examined('ttf', { isCentral: false }))).toEqual([])
    for (const said of ['ttt', 'tdd', 'fdd', 'tuu']) expect(namesOf(examined(said))).toEqual([])
  })

  it('is a seat without a text', () => {
    const spiral = { ...SPIRAL, standings: standingsOf({ a: 'A.', b: 'B.', c: null }) }
    expect(namesOf(examined('tt'), { spiral })).toEqual(['c'])
  })
})

describe('who stands behind the answer', () => {
  const seats = (...entries: Point[]) => supportingSeats(SPIRAL, pointListOf(...entries))

  it('are the seats without dissent that have an opinion on half of the central claims', () => {
    expect(seats(examined('ttt'))).toEqual(['a', 'b', 'c'])
    expect(seats(examined('tff')), 'the larger side').toEqual(['b', 'c'])
    expect(seats(examined('ttu'), examined('tuu')), 'who is silent on most supports nothing').toEqual([
      'a',
      'b',
    ])
  })

  it('is no seat that was not heard on the claims', () => {
    const spiral = { standings: standingsOf({ a: 'A.', b: 'B.', c: null }) } as never
    expect(supportingSeats(spiral, pointListOf(examined('tu')))).toEqual(['a'])
  })

  it('are those who say that a claim depends, too', () => {
    expect(seats(examined('tdu'))).toEqual(['a', 'b'])
  })

  it('is nobody where there is no central claim that was not struck', () => {
    expect(seats()).toEqual([])
    expect(seats(examined('ttt', { isCentral: false }), examined('fff', { isStruck: true }))).toEqual([])
  })
})
