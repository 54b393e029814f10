import type { Anchor } from '../../contract/axiom.ts'
import type { Claim, ClaimAnalysis } from '../../contract/claims.ts'
import { affirmingShare, countPoints } from '../measure/dispute.ts'
import { type Point, type PointList, sizeOf, type Tally } from '../measure/points.ts'
import { keysOf, namesOf, type Standing } from '../panel/panel.ts'
import { reasonsOn } from '../prompt/material.ts'
import { type FactCurve, roundToThousandths } from './confidence.ts'

/** The claims of a panel as callers see them, in the order of the list, with the names of models. */
export function panelClaims(
  pointList: PointList,
  standings: Standing[],
  { anchors, facts }: { anchors: Anchor[]; facts: FactCurve },
): Claim[] {
  return countPoints(pointList, keysOf(standings)).map(({ point, opinions, tally, status }) => {
    const reasons = REASONED.has(status) ? reasonsOn(point).map(({ text }) => text) : []
    const reason = [...new Set(reasons)].join(' ')
    return {
      text: point.text,
      type: point.type,
      status,
      central: point.isCentral,
      ...(point.isGap && { gap: true as const }),
      support: roundToThousandths(claimSupport(point, tally, facts)),
      for: namesOf(opinions.true, standings),
      against: namesOf(opinions.false, standings),
      conditional: namesOf(opinions.depends, standings),
      unsure: namesOf(opinions.unsure, standings),
      quotes: quotesOf(point, standings),
      ...(reason === '' ? {} : { reason }),
      axioms: namedIn(point, anchors),
    }
  })
}

/** The share of the models that affirm a point; of a fact, how often such points of recorded texts were true. */
export function claimSupport({ type }: Pick<Point, 'type'>, tally: Tally, facts: FactCurve): number {
  const share = affirmingShare(tally)
  if (type !== 'fact') return share
  return 1 / (1 + Math.exp(-facts.constant - facts.slope * Math.log(share / (1 - share))))
}

const REASONED = new Set<Claim['status']>(['disputed', 'struck', 'conditional'])

function quotesOf({ stances }: Point, standings: Standing[]): NonNullable<Claim['quotes']> {
  return stances.flatMap(({ seat, says, quote }) => {
    const [name] = namesOf([seat], standings)
    return quote === null || name === undefined ? [] : [{ name, stance: says ? 'says' : 'denies', quote }]
  })
}

/** The axioms that rulings on a point name by their ids. An id may be part of a longer one, which is not it. */
export function namedIn({ rulings }: Point, anchors: Anchor[]): string[] {
  const ids = anchors.map(({ id }) => id)
  const reasons = rulings.map(({ reason }) => reason.toLowerCase())
  return ids.filter((id) => {
    const longer = ids.filter((other) => other !== id && other.includes(id))
    return reasons.some((reason) =>
      longer.reduce((text, other) => text.replaceAll(other, ' '), reason).includes(id),
    )
  })
}

/** The claims of a panel by what they mean to a reader; struck ones that nobody holds any more are in none of the lists. */
export function claimAnalysis(claims: Claim[], pointList: PointList, standings: Standing[]): ClaimAnalysis {
  const counted = countPoints(pointList, keysOf(standings))
  const named = claims.map((claim, place) => ({ claim, tally: counted[place]!.tally }))
  const divided = named.filter(({ claim }) => !claim.gap && isDivided(claim))
  const standing = named.filter(({ claim }) => !isDivided(claim) && claim.status !== 'struck')
  const unopposed = standing.filter(({ claim }) => !claim.gap)
  const isWhole = ({ tally }: { tally: Tally }) => tally.true === sizeOf(tally)
  return {
    consensus: unopposed.filter(isWhole).map(({ claim }) => claim.text),
    contradictions: divided.map(({ claim }) => ({
      claims: [attributed({ claim })],
      ...(claim.reason !== undefined && { reason: claim.reason }),
    })),
    partial: unopposed.filter((one) => !isWhole(one) && one.tally.true > 1).map(attributed),
    unique: unopposed.filter((one) => !isWhole(one) && one.tally.true <= 1).map(attributed),
    gaps: standing.filter(({ claim }) => claim.gap).map(attributed),
  }
}

/** Disputed, or struck against a model that still holds it. */
function isDivided({ status, for: holders }: Claim): boolean {
  return status === 'disputed' || (status === 'struck' && holders.length > 0)
}

function attributed({ claim }: { claim: Claim }): { text: string; names: string[] } {
  return { text: claim.text, names: claim.for }
}
