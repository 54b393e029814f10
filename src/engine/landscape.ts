import type { Agree } from './answer/agreement.ts'
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

/** Measures every pair of positions and groups them into camps. */
export async function surveyLandscape(standings: Standing[], agree: Agree): Promise<Landscape> {
  const holders = standings.filter(holdsPosition)
  const agreement = await Promise.all(
    holders.map((left) =>
      Promise.all(
        holders.map((right) => (left === right ? 1 : agree(left.position.answer, right.position.answer))),
      ),
    ),
  )
  const everyone = holders.map((_, index) => index)
  const disagreement = new Map(
    holders.map(({ seat }, index) => {
      const others = everyone.filter((other) => other !== index)
      return [seat.key, others.length === 0 ? 1 : 1 - meanAgreement(agreement, [index], others)]
    }),
  )

  const camps = clusterAnswers(agreement).map((indices) => {
    const ranked = [...indices].sort(
      (left, right) =>
        meanAgreement(agreement, [right], indices) - meanAgreement(agreement, [left], indices) ||
        meanAgreement(agreement, [right], everyone) - meanAgreement(agreement, [left], everyone) ||
        left - right,
    )
    return {
      members: indices.map((index) => holders[index]!),
      central: holders[ranked[0]!]!,
      warmth: meanAgreement(agreement, indices, everyone),
      first: Math.min(...indices),
    }
  })
  // Votes decide; between equal camps the one closer to the whole panel; then the panel's own order.
  camps.sort(
    (left, right) =>
      right.members.length - left.members.length || right.warmth - left.warmth || left.first - right.first,
  )
  return { camps: camps.map(({ members, central }) => ({ members, central })), disagreement }
}
