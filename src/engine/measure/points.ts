import type { ClaimOpinion, ClaimType } from '../../contract/claims.ts'

/** The most points that are put to a panel. */
export const MOST_POINTS = 12

/** What the text of a seat says of a point, with the words in which it does. */
export interface Stance {
  /** The key of the seat. */
  seat: string
  says: boolean
  /** The words, found in the text; null where the reader's one-line answers alone say so. */
  quote: string | null
}

/** What a seat said of a point when it was asked. */
export interface PointRuling {
  /** The key of the seat. */
  seat: string
  iteration: number
  opinion: ClaimOpinion
  /** Why it is not simply true, or what changed the mind of the seat; empty for nothing. */
  reason: string
}

/** A point of the list: a point, which texts make it, and what was said of it. */
export interface Point {
  /** One sentence that can be judged by itself, in the words of the reader. */
  text: string
  type: ClaimType
  isCentral: boolean
  /** Whether no text makes it; the reader named it as missing. */
  isGap: boolean
  /** What the texts say of it; a text without a stance is silent. */
  stances: Stance[]
  /** Whether it was put to the panel. */
  isExamined: boolean
  /** Everything that was said of it, in order; the last ruling of a seat counts. */
  rulings: PointRuling[]
  isStruck: boolean
}

/** The points of a run and everything that was said of them; plain data, so that it can be stored. */
export interface PointList {
  points: Point[]
  /** The model of each seat, by seat key: several seats of one model count once. */
  voters: Record<string, string>
  /** The keys of the seats that wrote a text; absent for all. */
  writers?: string[]
}

/** The list where nobody could read the texts, or there was nothing to read. */
export const NO_POINTS: PointList = { points: [], voters: {} }

export interface CountedOpinion {
  /** The place of the point in the list. */
  place: number
  said: ClaimOpinion
  counted: ClaimOpinion
  reason: string
}

/** The list with what seats said in an iteration added to its points. */
export function withRulings(
  pointList: PointList,
  said: Array<{ hearing: { seat: { key: string } }; rulings: CountedOpinion[] }>,
  iteration: number,
): PointList {
  const points = pointList.points.map((point, place): Point => {
    const rulings = said.flatMap(({ hearing, rulings }) =>
      rulings
        .filter((ruling) => ruling.place === place)
        .map(({ counted, reason }) => ({ seat: hearing.seat.key, iteration, opinion: counted, reason })),
    )
    return rulings.length === 0 ? point : { ...point, rulings: [...point.rulings, ...rulings] }
  })
  return { ...pointList, points }
}

/** The seats with each opinion on a point, by their keys; one that gave no text and no ruling has none. */
export type PointOpinions = Record<ClaimOpinion, string[]>

/**
 * Where every seat stands on every point. Once the panel was asked, what a seat said then counts, and a seat that was
 * heard and left a point out is unsure; before, what its text says, and a text that is silent is unsure.
 */
export function opinionsOn(pointList: PointList, seats: string[]): PointOpinions[] {
  const { points, writers = seats } = pointList
  const heard = new Set(points.flatMap(({ rulings }) => rulings.map(({ seat }) => seat)))
  return points.map((point) => {
    const opinions: PointOpinions = { true: [], false: [], depends: [], unsure: [] }
    for (const seat of seats) {
      if (point.isExamined ? !heard.has(seat) : !writers.includes(seat)) continue
      opinions[opinionOf(point, seat)].push(seat)
    }
    return opinions
  })
}

/** Whether every text says a point, so that nobody needs to be asked about it. */
export function isSaidByAll({ stances, isGap }: Point, { writers, voters }: PointList): boolean {
  const texts = writers ?? Object.keys(voters)
  const isSaid = (seat: string) => stances.some((stance) => stance.seat === seat && stance.says)
  return !isGap && texts.length > 1 && texts.every(isSaid)
}

/** What a seat last said of a point; null when it was not asked or did not answer. */
export function lastRuling({ rulings }: Point, seat: string): PointRuling | null {
  return rulings.findLast((ruling) => ruling.seat === seat) ?? null
}

/** What each seat that was asked last said of a point. */
export function lastRulings(point: Point): PointRuling[] {
  const seats = new Set(point.rulings.map(({ seat }) => seat))
  return [...seats].map((seat) => lastRuling(point, seat)!)
}

/** Whether the text of a seat makes a point; null for a text that is silent. */
export function saysInItsText({ stances }: Point, seat: string): boolean | null {
  return stances.find((stance) => stance.seat === seat)?.says ?? null
}

function opinionOf(point: Point, seat: string): ClaimOpinion {
  if (point.isExamined) return lastRuling(point, seat)?.opinion ?? 'unsure'
  const says = saysInItsText(point, seat)
  return says === null ? 'unsure' : says ? 'true' : 'false'
}

/** How many models affirm a point, deny it, say that it depends, or cannot tell. */
export type Tally = Record<ClaimOpinion, number>

/** The models on each side; one whose seats are not of one mind is unsure. */
export function tallyOf(opinions: PointOpinions, { voters }: PointList): Tally {
  const byModel = new Map<string, Set<ClaimOpinion>>()
  for (const [opinion, seats] of Object.entries(opinions) as Array<[ClaimOpinion, string[]]>)
    for (const seat of seats) {
      const model = voters[seat] ?? seat
      byModel.set(model, (byModel.get(model) ?? new Set()).add(opinion))
    }
  const tally: Tally = { true: 0, false: 0, depends: 0, unsure: 0 }
  for (const said of byModel.values()) tally[said.size === 1 ? [...said][0]! : 'unsure']++
  return tally
}

/** How many models a tally counts. */
export function sizeOf(tally: Tally): number {
  return tally.true + tally.false + tally.depends + tally.unsure
}
