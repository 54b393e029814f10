import type { Position } from '../panel/brief.ts'
import type { PanelModel, Seat } from '../panel/panel.ts'
import { sharedVote } from '../panel/votes.ts'
import { ownWords } from '../reading/text/own-words.ts'
import type { Comparison } from './agreement/compare-answers.ts'
import { clusterAnswers, meanAgreement } from './clusters.ts'

/** The position of a seat after an iteration. */
export interface Standing {
  seat: Seat
  position: Position | null
  residual: number | null
}

/** A standing with a position. */
export type Holder = Standing & { position: Position }

/** Seats whose answers agree; the central one represents them. */
export interface Camp {
  members: Holder[]
  central: Holder
  /** The support for the central answer: the sum of all votes, each times the probability that the answer is right if its seat is. */
  weight: number
  /** Seats of other camps whose answers could not be compared with the central one and may be the same. */
  unread: Holder[]
}

/** How the positions of a panel relate to each other. */
export interface Landscape {
  /** Camps, heaviest first. */
  camps: Camp[]
  /** The mean disagreement of each holder with the others, by seat key. */
  disagreement: Map<string, number>
}

/** Whether a standing has a position. */
export function holdsPosition(standing: Standing): standing is Holder {
  return standing.position !== null
}

/** The standings with new residuals; null for a seat that has none. */
export function withResiduals(standings: Standing[], residuals: ReadonlyMap<string, number>): Standing[] {
  return standings.map((standing) => ({ ...standing, residual: residuals.get(standing.seat.key) ?? null }))
}

/** How far each text is from the others on average, by seat key; 1 for the only one. */
export function meanDistances(
  holders: Holder[],
  similarity: (mine: Holder, other: Holder) => number,
): Map<string, number> {
  return new Map(
    holders.map((mine) => {
      const others = holders.filter((other) => other !== mine)
      const alike = others.reduce((sum, other) => sum + similarity(mine, other), 0) / others.length
      return [mine.seat.key, others.length === 0 ? 1 : 1 - alike]
    }),
  )
}

/**
 * Compares every pair of positions and groups them into camps. The central answer of a camp is the one most likely to be
 * right if the answers of the panel are: the one that says what the others say. If everybody accepted one theme they
 * form one camp, and where their answers cannot be compared, their acceptance decides.
 */
export async function surveyLandscape(
  standings: Standing[],
  { support, agree, relate }: Pick<Comparison, 'support' | 'agree' | 'relate'>,
  voteOf: (seat: PanelModel) => number = oneVote,
): Promise<Landscape> {
  const holders = standings.filter(holdsPosition)
  // What a model says several times is said once.
  const weightIn = sharedVote(
    voteOf,
    holders.map(({ seat }) => seat),
  )
  const theme = themeOfAll(holders)
  const table = (value: (mine: Holder, other: Holder) => Promise<number>) =>
    Promise.all(
      holders.map((mine) => Promise.all(holders.map((other) => (mine === other ? 1 : value(mine, other))))),
    )
  const supported = await table((mine, other) => support(mine.position.answer, other.position.answer))
  const agreement = await table(async (mine, other) => {
    const pair = [mine.position.answer, other.position.answer] as const
    return theme !== null && (await relate(...pair)) === 'unknown' ? 1 : agree(...pair)
  })
  const everyone = holders.map((_, index) => index)
  const disagreement = new Map(
    holders.map(({ seat }, index) => {
      const others = everyone.filter((other) => other !== index)
      return [seat.key, others.length === 0 ? 1 : 1 - meanAgreement(agreement, [index], others)]
    }),
  )

  const groups = theme === null ? await withAccepting(clusterAnswers(agreement)) : [ofOneTheme(theme)]
  const camped = groups.map(({ members, speakers }) => {
    const weightOf = (index: number) =>
      supported[index]!.reduce((sum, value, other) => sum + value * weightIn(holders[other]!.seat), 0)
    const [central] = [...speakers].sort((left, right) => weightOf(right) - weightOf(left) || left - right)
    return {
      members: members.map((index) => holders[index]!),
      central: holders[central!]!,
      weight: weightOf(central!),
    }
  })
  // If answers are either equal or different, the weight is the number of votes. Ties go to the camp that argued more
  // fully, which was right more often in recorded panels; then to the panel's own order, which is derived from the query.
  camped.sort((left, right) => right.weight - left.weight || reasonsOf(right) - reasonsOf(left))
  const camps = await Promise.all(
    camped.map(async (camp) => {
      const relations = await Promise.all(
        holders.map(({ position }) => relate(camp.central.position.answer, position.answer)),
      )
      const central = holders.indexOf(camp.central)
      const isUnread = (holder: Holder, index: number) =>
        relations[index] === 'unknown' &&
        supported[central]![index]! >= EVEN_ODDS &&
        !camp.members.includes(holder)
      return { ...camp, unread: holders.filter(isUnread) }
    }),
  )
  return { camps, disagreement }

  /** Everybody as one group, represented by those who hold the theme; if nobody does any more, by all. */
  function ofOneTheme(accepted: string): Group {
    const holding = everyone.filter((index) => holders[index]!.position.answer === accepted)
    return { members: everyone, speakers: holding.length > 0 ? holding : everyone }
  }

  /** Groups of answers, joined by seats that accepted the theme of a group in words that cannot be compared. */
  async function withAccepting(clusters: number[][]): Promise<Group[]> {
    const joined = await Promise.all(
      holders.map(async ({ position: { answer, accepts } }) => {
        const place = holders.findIndex(({ position }) => position.answer === accepts)
        return place !== -1 && (await relate(answer, accepts!)) === 'unknown' ? place : null
      }),
    )
    return clusters.flatMap((cluster) => {
      const speakers = cluster.filter((index) => joined[index] === null)
      const joining = everyone.filter((index) => joined[index] !== null && cluster.includes(joined[index]!))
      return speakers.length === 0 ? [] : [{ members: [...speakers, ...joining], speakers }]
    })
  }
}

/** The seats of one camp, and those whose own words are its answer. */
interface Group {
  members: number[]
  speakers: number[]
}

/** The minimum support for an answer that cannot be compared to count as possibly the same. */
const EVEN_ODDS = 0.5

/** The theme that everybody holds or has accepted; null when there is none. */
function themeOfAll(holders: Holder[]): string | null {
  const [theme] = holders.flatMap(({ position }) => position.accepts ?? [])
  if (theme === undefined || holders.length < 2) return null
  return holders.every(({ position }) => position.accepts === theme || position.answer === theme)
    ? theme
    : null
}

/** How much the seats of a camp argued for their answer, on average. */
function reasonsOf({ members }: Pick<Camp, 'members'>): number {
  return members.reduce((sum, { position }) => sum + ownWords(position.reason).length, 0) / members.length
}

function oneVote(): number {
  return 1
}
