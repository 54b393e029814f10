import type { Anchor } from '../../../contract/axiom.ts'
import type { IterationEntry, SeatResponse } from '../../../contract/deliberation.ts'
import { divergenceOnClaims } from '../../measure/claims/dispute.ts'
import type { GivenRuling, Ledger } from '../../measure/claims/ledger.ts'
import { keysOf, type Standing } from '../../measure/divergence.ts'
import type { Hearing } from '../hearing.ts'
import { laterEntry, responseOf } from '../iteration-entry.ts'

/** What one seat said of the points of the panel. */
export interface SaidOnPoints {
  hearing: Omit<Hearing<unknown>, 'brief' | 'reply'>
  rulings: GivenRuling[]
}

/** What was said of the points in an iteration. */
export interface ClaimIteration {
  phase: 'examination' | 'dispute'
  said: SaidOnPoints[]
  ledger: Ledger
  anchors: Anchor[]
}

/** The record of an iteration in which claims were judged. */
export function claimEntry(
  entries: IterationEntry[],
  standings: Standing[],
  { phase, said, ledger, anchors }: ClaimIteration,
): IterationEntry {
  return laterEntry(entries, {
    phase,
    D: divergenceOnClaims(ledger, keysOf(standings)),
    theme: null,
    responses: standings.map((standing) => responseIn(standing, said, ledger)),
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
  said: SaidOnPoints[],
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
    ...responseOf(own.hearing, residual),
    position: position?.answer ?? null,
    ...(rulings.length > 0 ? { rulings } : {}),
  }
}
