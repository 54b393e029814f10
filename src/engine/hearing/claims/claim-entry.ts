import { type Anchor, levelName } from '../../../contract/axiom.ts'
import type { IterationEntry, SeatResponse } from '../../../contract/deliberation.ts'
import { divergenceOnClaims } from '../../measure/claims/dispute.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import { goldenTarget } from '../../measure/divergence.ts'
import type { Standing } from '../../measure/landscape.ts'
import type { Hearing } from '../hear-panel.ts'
import { responseOf } from '../iteration-entry.ts'
import type { GivenRuling } from './given-ruling.ts'

/** What one seat said of claims. */
interface SaidOfClaims {
  hearing: Omit<Hearing<unknown>, 'brief' | 'reply'>
  rulings: GivenRuling[]
}

interface ClaimIteration {
  iteration: number
  level: number
  phase: 'examination' | 'dispute'
  said: SaidOfClaims[]
  ledger: Ledger
  standings: Standing[]
  anchors: Anchor[]
  /** The exposition. The texts do not change after it, and neither do their clusters. */
  first: IterationEntry
}

/** The record of an iteration in which claims were judged. */
export function claimEntry({
  iteration,
  level,
  phase,
  said,
  ledger,
  standings,
  anchors,
  first,
}: ClaimIteration): IterationEntry {
  const divergence = divergenceOnClaims(
    ledger,
    standings.map(({ seat }) => seat.key),
  )
  return {
    iteration,
    level,
    level_name: levelName(level),
    phase,
    D: divergence,
    D_basis: 'measured',
    H: 1 - divergence,
    target_D: goldenTarget(first.D, iteration),
    theme: null,
    responses: standings.map((standing) => responseIn(standing, said, ledger)),
    axioms: anchors,
    clusters: first.clusters,
  }
}

/** The record of the exposition with what was read of its claims: how far the texts are apart on them. */
export function withEstimates(
  entry: IterationEntry,
  divergence: number,
  standings: Standing[],
): IterationEntry {
  return {
    ...entry,
    D: divergence,
    D_basis: 'estimated',
    H: 1 - divergence,
    target_D: divergence,
    responses: entry.responses.map((response, index) => {
      const { residual } = standings[index]!
      return { ...response, measured: residual, residual }
    }),
    clusters: textsIn(standings),
  }
}

/** The texts of a panel, with those who wrote the same one. */
function textsIn(standings: Standing[]): IterationEntry['clusters'] {
  const writers = new Map<string, string[]>()
  for (const { seat, position } of standings)
    if (position !== null) writers.set(position.answer, [...(writers.get(position.answer) ?? []), seat.name])
  return [...writers].map(([answer, models]) => ({ answer, models, weight: models.length }))
}

function responseIn(
  { seat, position, residual }: Standing,
  said: SaidOfClaims[],
  ledger: Ledger,
): SeatResponse {
  const own = said.find(({ hearing }) => hearing.seat.key === seat.key)!
  const rulings = own.rulings.map(({ place, said: opinion, counted, reason }) => ({
    claim: ledger.entries[place]!.text,
    opinion,
    counted_opinion: counted,
    reason,
  }))
  return {
    ...responseOf({ ...own.hearing, residual }),
    position: position?.answer ?? null,
    measured: residual,
    ...(rulings.length > 0 ? { rulings } : {}),
  }
}
