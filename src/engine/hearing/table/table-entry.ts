import { type Anchor, levelName } from '../../../contract/axiom.ts'
import type { AnswerRuling, IterationEntry, SeatResponse } from '../../../contract/deliberation.ts'
import { divergenceOf, goldenTarget } from '../../measure/divergence.ts'
import type { Standing } from '../../measure/landscape.ts'
import type { CountedReply } from '../../measure/table/count-rulings.ts'
import { answerOf, areCompatible, holdersOf, type Table } from '../../measure/table/table.ts'
import type { RulingsReply } from '../../reading/reply/read-rulings.ts'
import type { Hearing } from '../hear-panel.ts'
import { responseOf } from '../iteration-entry.ts'

interface Measured {
  table: Table
  standings: Standing[]
  measured: ReadonlyMap<string, number>
  /** The labels that are held, the theme first. */
  ranked: string[]
  weights: ReadonlyMap<string, number>
}

/** The record of the exposition once the answers are grouped. */
export function measuredEntry(entry: IterationEntry, measured: Measured): IterationEntry {
  const { standings, table } = measured
  const divergence = divergenceOf(standings.map(({ residual }) => residual))
  return {
    ...entry,
    D: divergence,
    D_basis: 'measured',
    H: 1 - divergence,
    target_D: divergence,
    responses: entry.responses.map((response, index) => {
      const { seat, position, residual } = standings[index]!
      const answer = position?.answer ?? null
      const wasRead = response.answer !== null && answer === null
      return {
        ...response,
        answer,
        position: answer,
        label: table.held[seat.key] ?? null,
        measured: measured.measured.get(seat.key) ?? null,
        residual,
        ...(wasRead ? { error: { code: 'declined', message: response.reason } } : {}),
      }
    }),
    clusters: clustersOf(measured),
  }
}

interface RevisedIteration extends Measured {
  iteration: number
  level: number
  divergence: number
  /** D of the exposition. */
  initial: number
  hearings: Array<Hearing<RulingsReply>>
  counted: Array<CountedReply | null>
  anchors: Anchor[]
}

/** The record of an iteration in which the seats ruled on the answers, from which every change of mind can be replayed. */
export function revisionEntry(revised: RevisedIteration): IterationEntry {
  const { iteration, level, divergence, table, ranked } = revised
  const theme = ranked[0] === undefined ? null : answerOf(table, ranked[0]).answer
  return {
    iteration,
    level,
    level_name: levelName(level),
    phase: 'revision',
    D: divergence,
    D_basis: 'measured',
    H: 1 - divergence,
    target_D: goldenTarget(revised.initial, iteration),
    theme,
    responses: revised.hearings.map((_, index) => responseIn(revised, index)),
    axioms: revised.anchors,
    clusters: clustersOf(revised),
  }
}

function responseIn(
  { hearings, counted, standings, measured, table, ranked }: RevisedIteration,
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
    ...responseOf({ ...hearing, residual }),
    answer:
      reply === null ? null : (reply.newAnswer ?? (reply.answer && answerOf(table, reply.answer).answer)),
    position: position?.answer ?? null,
    label: table.held[seat.key] ?? null,
    verdict: onTheme?.verdict ?? null,
    counted_verdict: onTheme?.counted ?? null,
    ...(rulings.length > 0 ? { rulings_on_answers: rulings } : {}),
    changed_because: reply?.changedBecause ?? null,
    reason: reply?.reasoning ?? hearing.abstention?.message ?? '',
    measured: measured.get(seat.key) ?? null,
  }
}

function clustersOf({ table, standings, ranked, weights }: Measured): IterationEntry['clusters'] {
  return ranked.map((label) => {
    const holders = holdersOf(table, label)
    const compatible = ranked.filter((other) => other !== label && areCompatible(table, label, other))
    return {
      label,
      answer: answerOf(table, label).answer,
      models: standings.filter(({ seat }) => holders.includes(seat.key)).map(({ seat }) => seat.name),
      weight: weights.get(label)!,
      ...(compatible.length > 0 ? { compatible } : {}),
    }
  })
}
