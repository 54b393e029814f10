import type { Anchor } from '../../contract/axiom.ts'
import type { ClaimOpinion } from '../../contract/claims.ts'
import type { IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import { stableShuffle } from '../../utils/stable-hash.ts'
import { countPoints, divergenceOnClaims, residualsOnClaims } from '../measure/dispute.ts'
import {
  type CountedOpinion,
  isSaidByAll,
  lastRuling,
  lastRulings,
  type Point,
  type PointList,
  withRulings,
} from '../measure/points.ts'
import type { AskedOfPoints, BriefNamed, DisputedPoint } from '../panel/brief.ts'
import { keysOf, type Seat, type Standing } from '../panel/panel.ts'
import { pointLabel } from '../prompt/material.ts'
import { readPointRulings } from '../reading/read-rulings.ts'
import type { Ballot } from '../reading/reply-fields.ts'
import { hearSeat, hearTogether, type Round, structures } from './hear-panel.ts'
import { type Hearing, laterEntry, responseOf } from './hearing.ts'

export interface Dispute {
  place: number
  holders: string[]
  deniers: string[]
}

/** The points that some seats hold and others deny. */
export function disputesOn(pointList: PointList, seats: string[]): Dispute[] {
  return countPoints(pointList, seats).flatMap(({ point, status }, place) => {
    const saying = (opinion: 'true' | 'false') =>
      seats.filter((seat) => lastRuling(point, seat)?.opinion === opinion)
    const [holders, deniers] = [saying('true'), saying('false')]
    return status === 'disputed' && holders.length > 0 ? [{ place, holders, deniers }] : []
  })
}

/**
 * Puts disputed points once more to both sides: first to those who hold one, with the reasons against, in the waves of
 * the structure; then to those who deny what somebody still holds, with what the others answered.
 */
export async function hearDispute(
  round: Round,
  asked: AskedOfPoints,
): Promise<{ heard: HeardOnPoints[]; pointList: PointList }> {
  const { seats, spiral, request } = round.run
  const keys = seats.map(({ key }) => key)
  const heard: HeardOnPoints[] = []
  let pointList = spiral.pointList!
  const disputes = disputesOn(pointList, keys)
  const holding = seats.filter(({ key }) => disputes.some(({ holders }) => holders.includes(key)))
  // The closest to the panel speak first.
  const order = { ...round, seats: holding, disagreement: residualsOnClaims(pointList, keys) }
  const waves = structures[request.structure].waves(order)
  for (const wave of waves) await hearWave(wave, disputes)
  // What nobody holds any more is settled.
  const held = disputes.filter(({ place, holders }) =>
    holders.some((seat) => lastRuling(pointList.points[place]!, seat)?.opinion === 'true'),
  )
  const denying = seats.filter(({ key }) => held.some(({ deniers }) => deniers.includes(key)))
  await hearWave(
    denying.filter((seat) => !holding.includes(seat)),
    held,
  )
  return { heard, pointList }

  async function hearWave(wave: Seat[], put: Dispute[]): Promise<void> {
    const spoken = await hearTogether(round, wave, (seat, step) => hearOne(seat, put, step))
    heard.push(...spoken)
    pointList = withRulings(pointList, spoken, round.iteration)
  }

  async function hearOne(seat: Seat, put: Dispute[], step: Round): Promise<HeardOnPoints> {
    const known = pointList
    const own = put.filter(({ holders, deniers }) => [...holders, ...deniers].includes(seat.key))
    const points = own.map(({ place, holders }, index): DisputedPoint => {
      const point = known.points[place]!
      return {
        label: pointLabel(index),
        text: point.text,
        own: holders.includes(seat.key) ? 'true' : 'false',
        for: reasonsOf(point, 'true', seat),
        against: reasonsOf(point, 'false', seat),
      }
    })
    const brief = { phase: 'dispute', ...asked, points } as const
    return hearOnPoints(seat, brief, step, ({ verdict, why }, at) => {
      const { place } = own[at]!
      // Whoever changes its mind says why; whoever does not, keeps its reason.
      const counted = why === '' ? points[at]!.own : verdict
      const earlier = lastRuling(known.points[place]!, seat.key)?.reason ?? ''
      return { place, counted, reason: why === '' ? earlier : why }
    })
  }
}

/** Asks a seat about points; what it says of the point at a place in its brief counts as told. */
async function hearOnPoints(
  seat: Seat,
  brief: BriefNamed<'examination'> | BriefNamed<'dispute'>,
  round: Round,
  count: (ballot: Ballot<ClaimOpinion>, at: number) => Omit<CountedOpinion, 'said'>,
): Promise<HeardOnPoints> {
  const labels = brief.points.map(({ label }) => label)
  const hearing = await hearSeat(seat, brief, round, (text) => readPointRulings(text, labels))
  const rulings = hearing.reply?.map((ballot) => ({
    said: ballot.verdict,
    ...count(ballot, labels.indexOf(ballot.label)),
  }))
  return { hearing, rulings: rulings ?? [] }
}

function reasonsOf(point: Point, opinion: 'true' | 'false', { key }: Seat): string[] {
  const others = lastRulings(point).filter((ruling) => ruling.seat !== key && ruling.opinion === opinion)
  return [...new Set(others.map(({ reason }) => reason))].filter((reason) => reason !== '')
}

/** Asks every seat at the same time what it says of the points, each in an order of its own. */
export async function hearExamination(
  round: Round,
  asked: AskedOfPoints,
): Promise<{ heard: HeardOnPoints[]; pointList: PointList }> {
  const { seats, spiral } = round.run
  const pointList = spiral.pointList!
  const isAsked = (point: Point) => !isSaidByAll(point, pointList)
  const places = [...pointList.points.keys()].filter((place) => isAsked(pointList.points[place]!))
  const heard = await hearTogether(round, seats, (seat, step) => {
    const seed = `${asked.query}|${seat.key}`
    const order = stableShuffle(places, (place) => pointList.points[place]!.text, seed)
    const points = order.map((place, index) => {
      const { text, type } = pointList.points[place]!
      return { label: pointLabel(index), text, type }
    })
    const brief = { phase: 'examination', ...asked, points } as const
    return hearOnPoints(seat, brief, step, ({ verdict, why }, at) => ({
      place: order[at]!,
      counted: verdict === 'false' && why === '' ? 'unsure' : verdict,
      reason: verdict === 'true' ? '' : why,
    }))
  })
  const { points } = withRulings(pointList, heard, round.iteration)
  const examined = points.map((point) => ({ ...point, isExamined: isAsked(point) }))
  return { heard, pointList: { ...pointList, points: examined } }
}

export interface HeardOnPoints {
  hearing: Omit<Hearing<unknown>, 'brief' | 'reply'>
  rulings: CountedOpinion[]
}

export interface ClaimIteration {
  phase: 'examination' | 'dispute'
  said: HeardOnPoints[]
  pointList: PointList
  anchors: Anchor[]
}

/** The record of an iteration in which claims were judged. */
export function claimEntry(
  entries: IterationEntry[],
  standings: Standing[],
  { phase, said, pointList, anchors }: ClaimIteration,
): IterationEntry {
  return laterEntry(entries, {
    phase,
    D: divergenceOnClaims(pointList, keysOf(standings)),
    theme: null,
    responses: standings.map((standing) => responseIn(standing, said, pointList)),
    axioms: anchors,
    // The texts do not change after the exposition, and neither do their clusters.
    clusters: entries[0]!.clusters,
  })
}

/** The texts of a panel, with those who wrote the same one. */
export function textsIn(standings: Standing[]): IterationEntry['clusters'] {
  const writers = new Map<string, string[]>()
  for (const { seat, position } of standings)
    if (position !== null) writers.set(position.answer, [...(writers.get(position.answer) ?? []), seat.name])
  return [...writers].map(([answer, models]) => ({ answer, models, weight: models.length }))
}

function responseIn(
  { seat, position, residual }: Standing,
  said: HeardOnPoints[],
  pointList: PointList,
): SeatResponse {
  const own = said.find(({ hearing }) => hearing.seat.key === seat.key)!
  const rulings = own.rulings.map(({ place, said: opinion, counted, reason }) => ({
    claim: pointList.points[place]!.text,
    opinion,
    counted_opinion: counted,
    reason,
  }))
  return {
    ...responseOf(own.hearing, residual),
    position: position?.answer ?? null,
    ...(rulings.length > 0 ? { rulings } : {}),
  }
}
