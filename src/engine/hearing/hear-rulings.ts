import type { Anchor } from '../../contract/axiom.ts'
import type { AnswerRuling, IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import { stableShuffle } from '../../utils/stable-hash.ts'
import type { Run, Spiral } from '../deliberation.ts'
import {
  type AnswerTable,
  answerOf,
  areCompatible,
  type CountedReply,
  disagreements,
  holdersOf,
  ranking,
} from '../measure/answer-table.ts'
import type { AskedNow, BriefNamed, ShownAnswer } from '../panel/brief.ts'
import { divergenceOf, namesOf, type Seat, type Standing } from '../panel/panel.ts'
import { askedOf, MOST_CHARACTERS, shownStep, writtenCalls } from '../prompt/material.ts'
import { standsIn } from '../reader/stands-in.ts'
import { type RulingsReply, readRulings } from '../reading/read-rulings.ts'
import { cutText } from '../reading/reply-text.ts'
import { hearSeat, hearTogether, type Round, structures } from './hear-panel.ts'
import { comparedEntry, type Hearing, laterEntry, responseOf } from './hearing.ts'

interface Objection {
  label: string
  /** The key of the seat that raised it, which is not shown it again. */
  by: string
  why: string
}

const MOST_OBJECTIONS = 6

/** Every seat rules on the answers, in the waves of the structure; a later wave hears what the earlier ones object. */
export async function hearRulings(round: Round, asked: AskedNow): Promise<Array<Hearing<RulingsReply>>> {
  const { seats, spiral, request, ports } = round.run
  const table = spiral.table!
  const objections = Object.entries(table.rulings).flatMap(([key, rulings]) => objectionsIn(key, rulings))
  const hearings: Array<Hearing<RulingsReply>> = []
  const order = { ...round, seats, disagreement: disagreements(table) }
  for (const wave of structures[request.structure].waves(order)) {
    const heard = await hearTogether(round, wave, async (seat, step) => {
      await ports.pause()
      const brief = briefFor(seat, objections, round.run, asked)
      const labels = brief.answers.map(({ label }) => label)
      return hearSeat(seat, brief, step, (text) => readRulings(text, labels))
    })
    hearings.push(...heard)
    for (const { seat, reply } of heard) objections.push(...objectionsIn(seat.key, reply?.rulings ?? []))
  }
  return seats.map((seat) => hearings.find((hearing) => hearing.seat.key === seat.key)!)
}

function objectionsIn(
  key: string,
  rulings: Array<{ label: string; verdict: string; why: string }>,
): Objection[] {
  return rulings
    .filter(({ verdict, why }) => (verdict === 'wrong' || verdict === 'partly') && why !== '')
    .map(({ label, why }) => ({ label, by: key, why }))
}

function briefFor(
  seat: Seat,
  objections: Objection[],
  { request, spiral }: Run,
  asked: AskedNow,
): BriefNamed<'revision'> {
  const table = spiral.table!
  const own = table.held[seat.key] ?? null
  const { position } = spiral.standings.find((standing) => standing.seat.key === seat.key)!
  const reply = position?.reason ?? null
  const most = Math.floor(MOST_CHARACTERS / (table.answers.length + 1))
  const shown = table.answers.map(({ label, answer, text, calls }): ShownAnswer => {
    const against = objections.filter((one) => one.label === label && one.by !== seat.key)
    return {
      label,
      answer: calls ? writtenCalls(calls) : answer,
      text: cutText(text, most),
      // The newest last, so that nobody overlooks it.
      objections: [...new Set(against.map(({ why }) => why))].slice(-MOST_OBJECTIONS),
    }
  })
  // Its step stands on the table, whoever's words stand beside it.
  const isShown = request.step !== undefined || table.answers.some(({ text }) => text === reply)
  return {
    phase: 'revision',
    ...askedOf(asked),
    anchors: asked.anchors,
    ...(request.step && { step: shownStep({ request, spiral }) }),
    answers: stableShuffle(shown, ({ label }) => label, `${asked.query}|${seat.key}`),
    own,
    ownReply: own === null || reply === null || reply === '' || isShown ? null : cutText(reply, most),
    mustAnswer: structures[request.structure].facesOpponent ? opponentOf(own, spiral) : null,
  }
}

/** The heaviest answer that the seat does not hold itself, if a case was made for it; null where there is none. */
function opponentOf(own: string | null, { standings, votes, ...spiral }: Spiral): string | null {
  const table = spiral.table!
  const { ranked } = ranking(table, standings, votes)
  const opponent = ranked.find(
    (label) => label !== own && !(own !== null && areCompatible(table, own, label)),
  )
  if (opponent === undefined) return null
  const { answer, text } = answerOf(table, opponent)
  // An answer that was given without a word for it leaves nothing to reply to.
  return standsIn(text, answer) ? null : opponent
}

interface Measured extends ReturnType<typeof ranking> {
  table: AnswerTable
  standings: Standing[]
}

/** The record of the exposition once the answers are grouped. */
export function measuredEntry(entry: IterationEntry, measured: Measured): IterationEntry {
  const { standings, table } = measured
  const D = divergenceOf(standings.map(({ residual }) => residual))
  const clusters = clustersOf(measured)
  const compared = comparedEntry(entry, standings, { D, D_basis: 'measured', clusters })
  const responses = compared.responses.map((response, index) => {
    const { seat, position } = standings[index]!
    const answer = position?.answer ?? null
    const label = table.held[seat.key] ?? null
    const wasRead = response.answer !== null && answer === null
    const error = wasRead ? { code: 'declined', message: response.reason } : response.error
    return { ...response, answer, position: answer, label, error }
  })
  return { ...compared, responses }
}

interface RevisedIteration extends Measured {
  hearings: Array<Hearing<RulingsReply>>
  counted: Array<CountedReply | null>
  anchors: Anchor[]
}

/** The record of an iteration in which the seats ruled on the answers, from which every change of mind can be replayed. */
export function revisionEntry(entries: IterationEntry[], revised: RevisedIteration): IterationEntry {
  const { anchors, table, ranked, standings } = revised
  const measured = disagreements(table)
  return laterEntry(entries, {
    phase: 'revision',
    D: divergenceOf(standings.map(({ residual }) => residual)),
    theme: ranked[0] === undefined ? null : answerOf(table, ranked[0]).answer,
    responses: standings.map(({ seat }, index) => ({
      ...responseIn(revised, index),
      measured: measured.get(seat.key) ?? null,
    })),
    axioms: anchors,
    clusters: clustersOf(revised),
  })
}

function responseIn(
  { hearings, counted, standings, table, ranked }: RevisedIteration,
  index: number,
): SeatResponse {
  const hearing = hearings[index]!
  const { seat, position, residual } = standings[index]!
  const { reply } = hearing
  const isHeard = counted[index] != null
  const rulings = (isHeard ? (table.rulings[seat.key] ?? []) : []).map(
    (ruling): AnswerRuling => ({ ...ruling, answer: answerOf(table, ruling.label).answer }),
  )
  const onTheme = rulings.find(({ label }) => label === ranked[0])
  return {
    ...responseOf(hearing, residual),
    answer:
      reply === null ? null : (reply.newAnswer ?? (reply.answer && answerOf(table, reply.answer).answer)),
    position: position?.answer ?? null,
    label: table.held[seat.key] ?? null,
    verdict: onTheme?.verdict ?? null,
    counted_verdict: onTheme?.counted ?? null,
    ...(rulings.length > 0 ? { rulings_on_answers: rulings } : {}),
    changed_because: reply?.changedBecause ?? null,
    reason: reply?.reasoning ?? hearing.abstention?.message ?? '',
  }
}

function clustersOf({ table, standings, ranked, weights }: Measured): IterationEntry['clusters'] {
  return ranked.map((label) => {
    const compatible = ranked.filter((other) => other !== label && areCompatible(table, label, other))
    return {
      label,
      answer: answerOf(table, label).answer,
      models: namesOf(holdersOf(table, label), standings),
      weight: weights.get(label)!,
      ...(compatible.length > 0 ? { compatible } : {}),
    }
  })
}
