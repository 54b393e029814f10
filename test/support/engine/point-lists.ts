import fc from 'fast-check'
import type { ClaimOpinion } from '../../../src/contract/claims.ts'
import type { Point, PointList, PointRuling, Stance } from '../../../src/engine/measure/points.ts'

const LETTERS = 'abcdefgh'
const OPINIONS: Record<string, ClaimOpinion> = { t: 'true', f: 'false', d: 'depends', u: 'unsure' }
const STANCES: Record<string, boolean> = { s: true, d: false }

/** What the texts of the seats “a”, “b” and so on say of a point: s says it, d denies it, a point is silent. */
export function stancesOf(said: string): Stance[] {
  return [...said].flatMap((letter, index) => {
    const says = STANCES[letter]
    return says === undefined ? [] : [{ seat: LETTERS[index]!, says, quote: 'in these words' }]
  })
}

/** What the seats say of a point in an iteration: t, f, d or u, and a point for a seat that says nothing. */
export function rulingsOf(said: string, iteration = 2): PointRuling[] {
  return [...said].flatMap((letter, index) => {
    const opinion = OPINIONS[letter]
    if (opinion === undefined) return []
    const reason = opinion === 'true' ? '' : `${LETTERS[index]} says ${opinion}.`
    return [{ seat: LETTERS[index]!, iteration, opinion, reason }]
  })
}

/** A central point that the text of the first seat makes and nobody was asked about. */
export function pointOf(fields: Partial<Point> = {}): Point {
  return {
    text: 'a point',
    type: 'fact',
    isCentral: true,
    isGap: false,
    stances: stancesOf('s'),
    isExamined: false,
    rulings: [],
    isStruck: false,
    ...fields,
  }
}

/** A point that was put to the panel, with what the seats said of it. */
export function examined(said: string, fields: Partial<Point> = {}): Point {
  return pointOf({ isExamined: true, rulings: rulingsOf(said), ...fields })
}

/** A pointList of entries in which every seat is of a model of its own. */
export function pointListOf(...entries: Point[]): PointList {
  return { points: entries, voters: {} }
}

/** The models of the seats “a”, “b” and so on, by a letter each. */
export function votersOf(models: string): PointList['voters'] {
  return Object.fromEntries([...models].map((model, index) => [LETTERS[index]!, model]))
}

/** The seats of `anyPointList`. */
export const POINT_SEATS = ['a', 'b', 'c', 'd', 'e']

const someone = fc.constantFrom(...POINT_SEATS)
const anyStances = fc.uniqueArray(
  fc.record({ seat: someone, says: fc.boolean(), quote: fc.constant('so') }),
  {
    selector: ({ seat }) => seat,
  },
)
const anyRuling = fc.record({
  seat: someone,
  opinion: fc.constantFrom(...Object.values(OPINIONS)),
  reason: fc.constantFrom('', 'It is measured.'),
})
const anyEntry = fc.record({
  isGap: fc.boolean(),
  isCentral: fc.boolean(),
  stances: anyStances,
  rulings: fc.array(anyRuling),
})

/** Points of five seats of up to four models, before or after the panel was asked. */
export const anyPointList: fc.Arbitrary<PointList> = fc
  .record({
    parts: fc.array(anyEntry, { minLength: 1, maxLength: 16 }),
    isExamined: fc.boolean(),
    models: fc.array(fc.constantFrom(...'wxyz'), { minLength: 5, maxLength: 5 }),
  })
  .map(({ parts, isExamined, models }) => ({
    points: parts.map(({ isGap, isCentral, stances, rulings }, index) =>
      pointOf({
        text: `point ${index}`,
        isGap,
        isCentral: isCentral && !isGap,
        stances: isGap ? [] : stances,
        isExamined,
        rulings: isExamined ? rulings.map((ruling) => ({ ...ruling, iteration: 2 })) : [],
      }),
    ),
    voters: votersOf(models.join('')),
  }))
