import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPointList, POINT_SEATS } from '../../../test/support/engine/point-lists.ts'
import { tries } from '../../../test/support/property-runs.ts'
import {
  affirmingShare,
  agreesOnClaims,
  countPoints,
  disputeOf,
  divergenceOnClaims,
  everHeldBy,
  residualsOnClaims,
  strikePoints,
} from './dispute.ts'
import { lastRuling, opinionsOn, type PointList, sizeOf } from './points.ts'

const statusesOf = (...counted: Parameters<typeof countPoints>) =>
  countPoints(...counted).map(({ status }) => status)

/** A pointList in which another seat says that it cannot tell. */
function withUnsureSeat(pointList: PointList, seat: string): PointList {
  const ruling = { seat, iteration: 2, opinion: 'unsure' as const, reason: '' }
  const entries = pointList.points.map((entry) => ({
    ...entry,
    rulings: entry.isExamined ? [...entry.rulings, ruling] : [],
  }))
  return { ...pointList, points: entries }
}

/** A pointList in which another seat of the model of “a” says whatever “a” says. */
function withTwin(pointList: PointList, seat: string): PointList {
  const twice = <Said extends { seat: string }>(said: Said[]) =>
    said.flatMap((one) => (one.seat === 'a' ? [one, { ...one, seat }] : [one]))
  const entries = pointList.points.map((entry) => ({
    ...entry,
    stances: twice(entry.stances),
    rulings: twice(entry.rulings),
  }))
  return { points: entries, voters: { ...pointList.voters, [seat]: pointList.voters.a! } }
}

const strike = (pointList: PointList, seats = POINT_SEATS) => strikePoints(pointList, seats, () => true)

describe('whatever a panel says of its points', () => {
  const always = (law: (pointList: PointList) => void) =>
    fc.assert(fc.property(anyPointList, law), tries(400))

  it('D and every dispute, support and residual are in [0, 1]', () => {
    always((pointList) => {
      const tallies = countPoints(pointList, POINT_SEATS).map(({ tally }) => tally)
      const values = [
        divergenceOnClaims(pointList, POINT_SEATS),
        ...residualsOnClaims(pointList, POINT_SEATS).values(),
        ...tallies.filter((tally) => sizeOf(tally) > 0).map(disputeOf),
        ...tallies.map(affirmingShare),
      ]
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
    })
  })

  it('every seat that was heard has one opinion on every point', () => {
    always((pointList) => {
      const heard = new Set(pointList.points.flatMap(({ rulings }) => rulings.map(({ seat }) => seat)))
      for (const opinions of opinionsOn(pointList, POINT_SEATS)) {
        const isAsked = pointList.points[0]!.isExamined
        expect(Object.values(opinions).flat().sort()).toEqual(
          POINT_SEATS.filter((seat) => !isAsked || heard.has(seat)),
        )
      }
    })
  })

  it('no point is agreed that a model denies, or that fewer than two thirds affirm', () => {
    always((pointList) => {
      const counted = countPoints(pointList, POINT_SEATS)
      statusesOf(pointList, POINT_SEATS).forEach((status, place) => {
        const { tally } = counted[place]!
        if (status !== 'agreed') return
        expect(tally.false).toBe(0)
        expect(3 * tally.true).toBeGreaterThanOrEqual(2 * sizeOf(tally))
      })
    })
  })

  it('consensus leaves no central point in dispute', () => {
    always((unstruck) => {
      const pointList = strike(unstruck)
      if (!agreesOnClaims(pointList, POINT_SEATS)) return
      statusesOf(pointList, POINT_SEATS).forEach((status, place) => {
        if (pointList.points[place]!.isCentral) expect(status).not.toBe('disputed')
      })
    })
  })

  it('no point is struck unless all who held it withdraw it, or two thirds of three models or more deny it', () => {
    let struck = 0
    always((pointList) => {
      const counted = countPoints(pointList, POINT_SEATS)
      strike(pointList).points.forEach((entry, place) => {
        if (!entry.isStruck) return
        struck += 1
        const { tally } = counted[place]!
        const isOutvoted = sizeOf(tally) >= 3 && 3 * tally.false >= 2 * sizeOf(tally)
        const denies = (seat: string) => lastRuling(entry, seat)?.opinion === 'false'
        expect(isOutvoted || everHeldBy(entry).every(denies)).toBe(true)
      })
    })
    expect(struck, 'the law was put to the test').toBeGreaterThan(10)
  })

  it('a seat of another model that cannot tell disputes nothing and makes nobody agree', () => {
    always((pointList) => {
      const [joined, after] = [[...POINT_SEATS, 'f'], withUnsureSeat(pointList, 'f')]
      const before = statusesOf(pointList, POINT_SEATS)
      statusesOf(after, joined).forEach((status, place) => {
        if (status === 'disputed') expect(['disputed', 'conditional']).toContain(before[place])
        if (status === 'agreed') expect(before[place]).toBe('agreed')
      })
    })
  })

  it('a second seat of a model that repeats the first changes no status, no D, and strikes nothing', () => {
    always((pointList) => {
      const [joined, doubled] = [[...POINT_SEATS, 'f'], withTwin(pointList, 'f')]
      expect(statusesOf(doubled, joined)).toEqual(statusesOf(pointList, POINT_SEATS))
      expect(divergenceOnClaims(doubled, joined)).toBeCloseTo(divergenceOnClaims(pointList, POINT_SEATS))
      const struckIn = ({ points: entries }: PointList) => entries.map(({ isStruck }) => isStruck)
      expect(struckIn(strike(doubled, joined))).toEqual(struckIn(strike(pointList)))
    })
  })

  it('the order of the seats does not matter', () => {
    const reversed = [...POINT_SEATS].reverse()
    always((pointList) => {
      expect(divergenceOnClaims(pointList, reversed)).toBeCloseTo(divergenceOnClaims(pointList, POINT_SEATS))
      expect(statusesOf(pointList, reversed)).toEqual(statusesOf(pointList, POINT_SEATS))
      expect(strike(pointList, reversed)).toEqual(strike(pointList))
    })
  })
})
