import { describe, expect, it } from 'vitest'
import {
  examined,
  pointListOf,
  pointOf,
  stancesOf,
  votersOf,
} from '../../../test/support/engine/point-lists.ts'
import {
  affirmingShare,
  agreesOnClaims,
  countPoints,
  disputeOf,
  divergenceOnClaims,
  isMeasured,
} from './dispute.ts'
import type { Point } from './points.ts'

const SEATS = ['a', 'b', 'c']
const tallyOf = (said: string) => {
  const count = (letter: string) => [...said].filter((one) => one === letter).length
  return { true: count('t'), false: count('f'), depends: count('d'), unsure: count('u') }
}
const statusOf = (entry: Point, seats = SEATS, voters = {}) =>
  countPoints({ points: [entry], voters }, seats)[0]!.status
const said = (stances: string, fields: Partial<Point> = {}) =>
  pointOf({ stances: stancesOf(stances), ...fields })
const AGREED = Array.from({ length: 9 }, () => examined('ttt'))

describe('disputeOf', () => {
  it.each([
    ['ttt', 0],
    ['fff', 0],
    ['ttff', 1],
    ['ttf', 2 / 3],
    ['uuu', 1 / 2],
    ['ddd', 1 / 2],
    ['tuu', 1 / 3],
    ['tud', 1 / 3],
    ['tfu', 5 / 6],
  ])('of %s is %d', (rulings, dispute) => {
    expect(disputeOf(tallyOf(rulings))).toBeCloseTo(dispute)
  })
})

describe('affirmingShare', () => {
  it.each([
    ['ttt', 4 / 5],
    ['tt', 3 / 4],
    ['ttf', 3 / 5],
    ['tdu', 2 / 5],
    ['fff', 1 / 5],
  ])('of %s is %d, so that few models count for less', (rulings, support) => {
    expect(affirmingShare(tallyOf(rulings))).toBeCloseTo(support)
  })
})

describe('divergenceOnClaims before the panel is asked', () => {
  it('is how far the texts that say or deny a point are apart, and silence is no dispute', () => {
    expect(divergenceOnClaims(pointListOf(said('sd.')), SEATS)).toBe(1)
    expect(divergenceOnClaims(pointListOf(said('ssd')), SEATS)).toBeCloseTo(2 / 3)
    expect(divergenceOnClaims(pointListOf(said('s..')), SEATS)).toBe(0)
  })

  it('weighs central points three times, and leaves gaps out', () => {
    const gap = said('', { isGap: true })
    expect(
      divergenceOnClaims(pointListOf(said('sd'), said('ss', { isCentral: false }), gap), SEATS),
    ).toBeCloseTo(3 / 4)
  })

  it('is one half where no text says anything that can be compared', () => {
    expect(divergenceOnClaims(pointListOf(), SEATS)).toBe(0.5)
  })
})

describe('divergenceOnClaims once the panel was asked', () => {
  it('is the mean dispute, central points weighing three times', () => {
    const pointList = pointListOf(examined('ttt'), examined('tuu', { isCentral: false }))
    expect(isMeasured(pointList)).toBe(true)
    expect(divergenceOnClaims(pointList, SEATS)).toBeCloseTo(1 / 12)
  })

  it('does not count what the texts say', () => {
    expect(divergenceOnClaims(pointListOf(examined('ttt', { stances: stancesOf('sdd') })), SEATS)).toBe(0)
  })

  it('does not fall because a minority is outvoted', () => {
    expect(divergenceOnClaims(pointListOf(examined('tff', { isStruck: true })), SEATS)).toBeCloseTo(2 / 3)
  })
})

describe('the status of an entry', () => {
  it.each([
    ['agreed where all affirm it', examined('ttt'), 'agreed'],
    ['agreed where all affirm what no text says', examined('ttt', { stances: [], isGap: true }), 'agreed'],
    ['agreed where two thirds affirm it and nobody denies it', examined('ttu'), 'agreed'],
    ['agreed where two thirds affirm it and one says that it depends', examined('ttd'), 'agreed'],
    ['single where fewer than two thirds affirm it', examined('tuu'), 'single'],
    ['single where nobody can tell', examined('uuu'), 'single'],
    ['conditional where more than half say that it depends', examined('tdd'), 'conditional'],
    ['conditional even if one denies it', examined('fdd'), 'conditional'],
    ['disputed where one denies it', examined('ttf'), 'disputed'],
    ['disputed where one denies it and nobody else can tell', examined('fuu'), 'disputed'],
    ['struck whatever is said of it', examined('ttt', { isStruck: true }), 'struck'],
    ['unexamined where only one text says it', said('s..'), 'unexamined'],
    ['unexamined where the reader alone names it', said('', { isGap: true }), 'unexamined'],
    ['agreed where two thirds of the texts say it', said('ss.'), 'agreed'],
    ['disputed where a text denies it', said('ssd'), 'disputed'],
  ])('a point is %s', (_, entry, status) => {
    expect(statusOf(entry)).toBe(status)
  })

  it('needs two thirds of all who were heard', () => {
    const seats = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(statusOf(examined('ttttuu'), seats)).toBe('agreed')
    expect(statusOf(examined('tttuuu'), seats)).toBe('single')
    expect(statusOf(examined('tttddd'), seats), 'one half is not more than half').toBe('single')
  })

  it('counts several seats of one model once', () => {
    expect(statusOf(examined('ttu'), SEATS, {})).toBe('agreed')
    expect(statusOf(examined('ttu'), SEATS, votersOf('xxy'))).toBe('single')
    expect(statusOf(said('ss.'), SEATS, votersOf('xxy'))).toBe('unexamined')
  })
})

describe('agreesOnClaims', () => {
  it('needs a low divergence', () => {
    expect(agreesOnClaims(pointListOf(examined('ttt')), SEATS)).toBe(true)
    expect(agreesOnClaims(pointListOf(examined('tuu')), SEATS)).toBe(false)
  })

  it('needs that no central point is disputed, however many are agreed', () => {
    expect(agreesOnClaims(pointListOf(...AGREED, examined('ttf')), SEATS)).toBe(false)
    expect(agreesOnClaims(pointListOf(...AGREED, examined('ttf', { isCentral: false })), SEATS)).toBe(true)
    expect(agreesOnClaims(pointListOf(...AGREED, examined('ddd')), SEATS), 'a condition is no dispute').toBe(
      true,
    )
  })

  it('needs that no seat still holds a central point that was struck', () => {
    expect(agreesOnClaims(pointListOf(...AGREED, examined('tff', { isStruck: true })), SEATS)).toBe(false)
    expect(agreesOnClaims(pointListOf(...AGREED, examined('fff', { isStruck: true })), SEATS)).toBe(true)
  })
})
