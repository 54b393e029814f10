import type { Comparison } from './agreement/compare-answers.ts'
import { ownWords } from './answer/own-words.ts'
import type { Position } from './brief.ts'
import { clusterAnswers, meanAgreement } from './clusters.ts'
import type { Seat } from './panel.ts'

/** Where a seat stands after an iteration. */
export interface Standing {
  seat: Seat
  position: Position | null
  residual: number | null
}

/** A standing that has a position. */
export type Holder = Standing & { position: Position }

/** Seats whose answers agree; the central one speaks for them. */
export interface Camp {
  members: Holder[]
  central: Holder
  /** What stands behind the central answer: every vote times how likely the answer is right if its seat is. */
  weight: number
}

/** How the positions of a panel lie to each other. */
export interface Landscape {
  /** Camps, heaviest first. */
  camps: Camp[]
  /** Each holder's mean disagreement with the others, by seat key. */
  disagreement: Map<string, number>
}

/** Whether a standing has a position. */
export function holdsPosition(standing: Standing): standing is Holder {
  return standing.position !== null
}

/**
 * Measures every pair of positions and groups them into camps. Central to a camp is the answer likeliest to be right
 * if the panel's answers are: one that says what the others say. Seats that accepted one theme are of one camp, and
 * what the engine could not read of their answers is what they said.
 */
export async function surveyLandscape(
  standings: Standing[],
  { support, agree, relate }: Pick<Comparison, 'support' | 'agree' | 'relate'>,
  voteOf: (seat: Seat) => number = oneVote,
): Promise<Landscape> {
  const holders = standings.filter(holdsPosition)
  const joined = acceptedTogether(holders)
  const isJoined = (mine: number, other: number) =>
    joined.some((group) => group.includes(mine) && group.includes(other))
  const table = (value: (mine: Holder, other: Holder, places: [number, number]) => Promise<number>) =>
    Promise.all(
      holders.map((mine, row) =>
        Promise.all(holders.map((other, column) => (row === column ? 1 : value(mine, other, [row, column])))),
      ),
    )
  const supported = await table((mine, other) => support(mine.position.answer, other.position.answer))
  const agreement = await table(async (mine, other, places) => {
    const pair = [mine.position.answer, other.position.answer] as const
    if (isJoined(...places) && (await relate(...pair)) === 'unknown') return 1
    return agree(...pair)
  })
  const everyone = holders.map((_, index) => index)
  const disagreement = new Map(
    holders.map(({ seat }, index) => {
      const others = everyone.filter((other) => other !== index)
      return [seat.key, others.length === 0 ? 1 : 1 - meanAgreement(agreement, [index], others)]
    }),
  )

  const camps = clusterAnswers(agreement, joined).map((indices) => {
    const weightOf = (index: number) =>
      supported[index]!.reduce((sum, value, other) => sum + value * voteOf(holders[other]!.seat), 0)
    const [central] = [...indices].sort((left, right) => weightOf(right) - weightOf(left) || left - right)
    return {
      members: indices.map((index) => holders[index]!),
      central: holders[central!]!,
      weight: weightOf(central!),
    }
  })
  // Where answers are equal or not, the weight is the number of votes. Between equals the one argued more fully: in
  // recorded panels it is right more often than the other. Then the panel's own order, which is drawn from the query.
  camps.sort((left, right) => right.weight - left.weight || reasonsOf(right) - reasonsOf(left))
  return { camps, disagreement }
}

/** The holders in groups: those that accepted the same theme or hold it, everyone else alone. */
function acceptedTogether(holders: Holder[]): number[][] {
  const groups = new Map<string, number[]>()
  const themes = new Set(holders.map(({ position }) => position.accepts))
  holders.forEach(({ position: { answer, accepts }, seat }, index) => {
    const theme = accepts ?? (themes.has(answer) ? answer : null)
    const key = theme === null ? `seat ${seat.key}` : `theme ${theme}`
    groups.set(key, [...(groups.get(key) ?? []), index])
  })
  return [...groups.values()]
}

/** How much the seats of a camp said for their answer, on average. */
function reasonsOf({ members }: Camp): number {
  return members.reduce((sum, { position }) => sum + ownWords(position.reason).length, 0) / members.length
}

function oneVote(): number {
  return 1
}
