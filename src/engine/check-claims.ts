import { type Anchor, HIGHEST_LEVEL } from '../contract/axiom.ts'
import type { CheckedClaim, CheckVerdict } from '../contract/check.ts'
import type { ClaimType } from '../contract/claims.ts'
import type { Abstention, Usage } from '../contract/deliberation.ts'
import { sameModelWarnings } from './conclude/conclude.ts'
import { roundToThousandths } from './conclude/confidence.ts'
import { claimSupport, namedIn } from './conclude/panel-claims.ts'
import type { DeliberationPorts, DeliberationRequest, Run } from './deliberation.ts'
import { roundOf } from './hearing/hear-panel.ts'
import { disputesOn, hearDispute, hearExamination } from './hearing/hear-points.ts'
import { meetsQuorum, quorumError } from './hearing/hearing.ts'
import { countPoints } from './measure/dispute.ts'
import { lastRuling, type PointList, sizeOf, type Tally } from './measure/points.ts'
import type { AskedOfPoints } from './panel/brief.ts'
import { keysOf, type Seat, servedSeat, speakerOf } from './panel/panel.ts'
import { askedOf, gatherAnchors } from './prompt/material.ts'
import { beginRun } from './run.ts'

/** Statements that a caller wants checked, and by whom. */
export interface ClaimCheck extends DeliberationRequest {
  claims: string[]
  type: ClaimType
}

export interface CheckedClaims {
  claims: CheckedClaim[]
  abstentions: Array<{ name: string; error: Abstention }>
  anchors: Anchor[]
  usage: Usage
  warnings: string[]
}

/**
 * Lets a panel judge statements: every seat rules on all of them alone, and those who disagree are asked once more with the
 * reasons of the others, if the request has a second iteration.
 */
export async function checkClaims(request: ClaimCheck, ports: DeliberationPorts): Promise<CheckedClaims> {
  const run = beginRun(request, ports)
  try {
    return await check(run, request)
  } finally {
    run.end()
  }
}

async function check(run: Run, request: ClaimCheck): Promise<CheckedClaims> {
  const { ports, seats } = run
  run.spiral = { ...run.spiral, kind: 'open', pointList: pointListOf(request) }
  await ports.pause()
  const search = {
    asked: { ...request, query: request.claims[0]! },
    level: HIGHEST_LEVEL,
    disputed: request.claims.slice(1),
  }
  const anchors = await gatherAnchors(search, ports.findAnchors)
  const asked: AskedOfPoints = { ...askedOf(request), date: run.spiral.date, anchors, isGiven: true }
  const { heard, pointList } = await hearExamination(roundOf(run), asked)
  const hearings = heard.map(({ hearing }) => hearing)
  run.spend({ phase: 'examination', iteration: 1 }, hearings)
  if (!meetsQuorum(hearings)) throw quorumError(hearings, request.deadline)
  // Two names of one model are one voter, which is known only now.
  const standings = run.spiral.standings.map((standing, place) => ({
    ...standing,
    seat: servedSeat(standing.seat, hearings[place]!.servedModel),
  }))
  const voters = Object.fromEntries(standings.map(({ seat }) => [seat.key, speakerOf(seat)]))
  run.spiral = { ...run.spiral, standings, pointList: { ...pointList, voters } }
  await discuss(run, asked)
  const ordered = inRequestOrder(seats, request)
  const abstentions = ordered.flatMap((seat) => {
    const error = hearings.find((hearing) => hearing.seat === seat)?.abstention
    return error ? [{ name: seat.name, error }] : []
  })
  const { usage, costWarnings = [], readingWarnings = [] } = run.spiral
  const counted = countPoints(run.spiral.pointList!, keysOf(standings))
  const claims = counted.map(({ point, tally }) => ({
    claim: point.text,
    verdict: verdictOf(tally),
    support: roundToThousandths(claimSupport(point, tally, request.calibration.facts)),
    rulings: ordered.flatMap(({ key, name }) => {
      const ruling = lastRuling(point, key)
      return ruling === null ? [] : [{ name, opinion: ruling.opinion, reason: ruling.reason }]
    }),
    axioms: namedIn(point, anchors),
  }))
  const warnings = [...sameModelWarnings(request, run.spiral), ...costWarnings, ...readingWarnings]
  return { claims, abstentions, anchors, usage, warnings }
}

/** The seats as the request names their models; the engine seats them in an order of its own. */
function inRequestOrder(seats: Seat[], { models }: ClaimCheck): Seat[] {
  const placeOf = (seat: Seat) =>
    models.findIndex(({ name, model }) => name === seat.name && model === seat.model)
  return seats.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The statements as points of nobody's text; each is central, because somebody asked about it. */
function pointListOf({ claims, type }: ClaimCheck): PointList {
  const points = claims.map((text) => ({
    text,
    type,
    isCentral: true,
    isGap: false,
    stances: [],
    isExamined: false,
    rulings: [],
    isStruck: false,
  }))
  return { points, voters: {}, writers: [] }
}

/** Puts statements on which seats disagree once more to both sides, as far as time and budget allow. */
async function discuss(run: Run, asked: AskedOfPoints): Promise<void> {
  const { request, spiral } = run
  const disputes = disputesOn(spiral.pointList!, keysOf(spiral.standings))
  const calls = new Set(disputes.flatMap(({ holders, deniers }) => [...holders, ...deniers])).size
  if (calls === 0 || request.maxIterations < 2 || request.deadline.aborted) return
  if (!run.affords(calls))
    return run.warn(['The models disagree, and the budget did not allow asking them again.'])
  const { heard, pointList } = await hearDispute({ ...roundOf(run), iteration: 2 }, asked)
  const hearings = heard.map(({ hearing }) => hearing)
  run.spend({ phase: 'dispute', iteration: 2 }, hearings)
  run.spiral = { ...run.spiral, pointList }
  const silent = hearings.filter(({ abstention }) => abstention !== null).map(({ seat }) => seat.name)
  if (silent.length > 0)
    run.warn([`${silent.join(', ')} did not reply when asked again; the first ruling counts.`])
}

/** What a panel says of a statement: neither side wins against anybody who says the opposite. */
function verdictOf(tally: Tally): CheckVerdict {
  const size = sizeOf(tally)
  if (tally.true > 0 && tally.false > 0) return 'disputed'
  if (tally.true > 0 && 3 * tally.true >= 2 * size) return 'true'
  if (tally.false > 0 && 3 * tally.false >= 2 * size) return 'false'
  return 2 * tally.depends > size ? 'depends' : 'unsure'
}
