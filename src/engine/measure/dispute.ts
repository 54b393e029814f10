import type { ClaimStatus } from '../../contract/claims.ts'
import { CONVERGED } from '../panel/panel.ts'
import {
  isSaidByAll,
  lastRuling,
  opinionsOn,
  type Point,
  type PointList,
  type PointOpinions,
  sizeOf,
  type Tally,
  tallyOf,
} from './points.ts'

/** How much a central point weighs in D and in the confidence; the others weigh one. */
const CENTRAL_WEIGHT = 3
/** D where there is nothing by which texts can be compared. */
const UNKNOWN = 0.5
/** What two thirds of fewer models say refutes nothing. */
const FEWEST_MODELS = 3

export interface CountedPoint {
  point: Point
  opinions: PointOpinions
  tally: Tally
  weight: number
  status: ClaimStatus
}

/** Whether the panel was asked about its points. */
export function isMeasured({ points }: PointList): boolean {
  return points.some(({ isExamined }) => isExamined)
}

/** Every point with where the panel stands on it, in the order of the list. */
export function countPoints(pointList: PointList, seats: string[]): CountedPoint[] {
  return opinionsOn(pointList, seats).map((opinions, place) => {
    const point = pointList.points[place]!
    const tally = tallyOf(opinions, pointList)
    return { point, opinions, tally, weight: weightOf(point), status: statusOf(point, tally) }
  })
}

/** How much a point counts. */
export function weightOf({ isCentral }: Pick<Point, 'isCentral'>): number {
  return isCentral ? CENTRAL_WEIGHT : 1
}

/**
 * The points that count in D. Before the panel is asked a text that is silent denies nothing, and what no text says
 * counts for nothing. Struck points still count: D falls because seats change their minds, not because they are outvoted.
 */
function countedInD(pointList: PointList, seats: string[]): CountedPoint[] {
  const isAsked = isMeasured(pointList)
  return countPoints(pointList, seats).filter(({ point, tally }) =>
    isAsked && !isSaidByAll(point, pointList)
      ? point.isExamined && sizeOf(tally) > 0
      : tally.true + tally.false > 0,
  )
}

/** How far a panel that was asked is divided on a point, in [0, 1]: 1 for two equal sides, one half where nobody can tell. */
export function disputeOf(tally: Tally): number {
  const open = tally.depends + tally.unsure
  return (2 * Math.min(tally.true, tally.false) + open / 2) / (tally.true + tally.false + open)
}

/** Divergence D over the points: the weighted mean of their disputes. */
export function divergenceOnClaims(pointList: PointList, seats: string[]): number {
  const isAsked = isMeasured(pointList)
  const disputes = countedInD(pointList, seats).map(({ tally, weight }) => ({
    value: disputeOf(isAsked ? tally : { ...tally, depends: 0, unsure: 0 }),
    weight,
  }))
  return weightedMean(disputes) ?? UNKNOWN
}

/** The weighted mean of some values; null where there is none. */
export function weightedMean(values: Array<{ value: number; weight: number }>): number | null {
  const whole = values.reduce((sum, { weight }) => sum + weight, 0)
  return whole === 0 ? null : values.reduce((sum, { value, weight }) => sum + weight * value, 0) / whole
}

function statusOf({ isStruck, isExamined, isGap }: Point, tally: Tally): ClaimStatus {
  if (isStruck) return 'struck'
  const size = sizeOf(tally)
  if (tally.false === 0 && tally.true > 0 && 3 * tally.true >= 2 * size && !(isGap && !isExamined))
    return 'agreed'
  if (2 * tally.depends > size) return 'conditional'
  if (tally.false > 0) return 'disputed'
  return isExamined ? 'single' : 'unexamined'
}

/** Whether two thirds of at least three models say that a point is false. */
function isOutvoted(tally: Tally): boolean {
  const size = sizeOf(tally)
  return size >= FEWEST_MODELS && 3 * tally.false >= 2 * size
}

/**
 * Whether the panel agrees: D is low, no central point is disputed, and none was struck that somebody still holds. Where
 * nobody was asked, there must be central points, and every text must make them all.
 */
export function agreesOnClaims(pointList: PointList, seats: string[]): boolean {
  if (divergenceOnClaims(pointList, seats) > CONVERGED) return false
  const isAsked = isMeasured(pointList)
  if (!isAsked && !pointList.points.some(({ isCentral }) => isCentral)) return false
  return countPoints(pointList, seats).every(({ point, tally, status }) => {
    if (!point.isCentral) return true
    if (!isAsked) return tally.true === sizeOf(tally)
    return point.isStruck ? tally.true === 0 : status !== 'disputed'
  })
}

/** The share of the models that affirm a point, shrunk, so that few of them count for less. */
export function affirmingShare(tally: Tally): number {
  return (tally.true + 1) / (sizeOf(tally) + 2)
}

/** The seats that ever held a point: their texts say it, or they called it true when they were asked. */
export function everHeldBy({ stances, rulings }: Point): string[] {
  const saying = stances.filter(({ says }) => says).map(({ seat }) => seat)
  const affirming = rulings.filter(({ opinion }) => opinion === 'true').map(({ seat }) => seat)
  return [...new Set([...saying, ...affirming])]
}

/** Whether all who held a point were asked and call it false now; of one that nobody held, whether most do. */
function isWithdrawn(point: Point, tally: Tally): boolean {
  const last = everHeldBy(point).map((seat) => lastRuling(point, seat)?.opinion)
  if (last.length === 0) return tally.false > 0 && 3 * tally.false >= 2 * sizeOf(tally)
  return last.every((opinion) => opinion === 'false')
}

/** The list with the points struck that all who held them withdrew, or that two thirds of the models call false. */
export function strikePoints(
  pointList: PointList,
  seats: string[],
  isDue: (point: Point) => boolean,
): PointList {
  const counted = countPoints(pointList, seats)
  const points = pointList.points.map((point, place) => {
    const { tally } = counted[place]!
    const isStruck = isWithdrawn(point, tally) || (isDue(point) && isOutvoted(tally))
    return { ...point, isStruck: point.isStruck || isStruck }
  })
  return { ...pointList, points }
}

/**
 * How far each seat is from the panel, by seat key, in [0, 1]: on a point 1 for the smaller side, one half for a seat
 * that cannot tell or says that it depends, and for the larger side the size of the smaller against it; central points
 * weigh 3. Before the panel is asked, a text that is silent on a point is at no distance from it.
 */
export function residualsOnClaims(pointList: PointList, seats: string[]): Map<string, number> {
  const counted = countedInD(pointList, seats)
  const open = isMeasured(pointList) ? 0.5 : null
  return new Map(
    seats.flatMap((seat): Array<[string, number]> => {
      const distances = counted.flatMap(({ opinions, weight }) => {
        const value = distanceOf(seat, opinions, open)
        return value === null ? [] : [{ value, weight }]
      })
      const residual = weightedMean(distances)
      return residual === null ? [] : [[seat, residual]]
    }),
  )
}

function distanceOf(seat: string, opinions: PointOpinions, open: number | null): number | null {
  if (opinions.unsure.includes(seat) || opinions.depends.includes(seat)) return open
  const sides = [opinions.true, opinions.false]
  const own = sides.find((side) => side.includes(seat))
  if (own === undefined) return null
  const other = sides.find((side) => side !== own)!
  return Math.min(1, other.length / own.length)
}
