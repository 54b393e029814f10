import type { Anchor } from '../../../contract/axiom.ts'
import type { AnswerRuling, IterationEntry, SeatResponse } from '../../../contract/deliberation.ts'
import { divergenceOf, namesOf, type Standing } from '../../measure/divergence.ts'
import { type CountedReply, disagreements, type Ranking } from '../../measure/table/measure-table.ts'
import { answerOf, areCompatible, holdersOf, type Table } from '../../measure/table/table.ts'
import type { RulingsReply } from '../../reading/reply/read-rulings.ts'
import type { Hearing } from '../hearing.ts'
import { comparedEntry, laterEntry, responseOf } from '../iteration-entry.ts'

interface Measured extends Ranking {
  table: Table
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
    const wasRead = response.answer !== null && answer === null
    return {
      ...response,
      answer,
      position: answer,
      label: table.held[seat.key] ?? null,
      ...(wasRead ? { error: { code: 'declined', message: response.reason } } : {}),
    }
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
