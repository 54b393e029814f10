import { type Anchor, levelName } from '../../contract/axiom.ts'
import type { IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import type { Landscape, Standing } from '../measure/landscape.ts'
import type { Hearing } from './hear-panel.ts'

/** What every seat said in the exposition. */
interface Exposition {
  hearings: Hearing[]
  standings: Standing[]
  anchors: Anchor[]
}

/** The record of the exposition before anybody has compared the replies. */
export function firstEntry({ hearings, standings, anchors }: Exposition): IterationEntry {
  return {
    iteration: 1,
    level: 1,
    level_name: levelName(1),
    phase: 'exposition',
    D: 1,
    H: 0,
    target_D: 1,
    theme: null,
    responses: hearings.map((hearing, index) => expositionResponse(hearing, standings[index]!)),
    axioms: anchors,
    clusters: [],
  }
}

/** The same record with how far the texts of an open question or the drafts are apart. */
export function withLandscape(
  entry: IterationEntry,
  divergence: number,
  { standings, landscape }: { standings: Standing[]; landscape: Landscape },
): IterationEntry {
  return {
    ...entry,
    D: divergence,
    D_basis: 'estimated',
    H: 1 - divergence,
    target_D: divergence,
    responses: entry.responses.map((response, index) => {
      const { seat, residual } = standings[index]!
      return { ...response, measured: landscape.disagreement.get(seat.key) ?? null, residual }
    }),
    clusters: landscape.camps.map(({ central, members, weight }) => ({
      answer: central.position.answer,
      models: members.map(({ seat }) => seat.name),
      weight,
    })),
  }
}

/** What one seat did, in the form shown to callers, before what it said is added. */
export function responseOf({
  seat,
  abstention,
  call,
  servedModel,
  residual,
}: Omit<Hearing<unknown>, 'brief' | 'reply'> & { residual: number | null }): SeatResponse {
  return {
    provider: seat.provider,
    model: seat.model,
    ...(servedModel === undefined ? {} : { served_model: servedModel }),
    name: seat.name,
    answer: null,
    position: null,
    verdict: null,
    counted_verdict: null,
    reason: abstention?.message ?? '',
    measured: null,
    residual,
    latency_ms: call?.latencyMs ?? 0,
    tokens: (call?.promptTokens ?? 0) + (call?.completionTokens ?? 0),
    cost_usd: call?.costUsd ?? null,
    error: abstention,
  }
}

function expositionResponse(hearing: Hearing, { position }: Standing): SeatResponse {
  const { reply } = hearing
  return {
    ...responseOf({ ...hearing, residual: null }),
    answer: position?.answer ?? null,
    position: position?.answer ?? null,
    ...(position === null ? {} : { reason: position.reason }),
    ...(reply?.notes ? { notes: reply.notes } : {}),
    ...(reply?.isCut ? { cut_off: true } : {}),
  }
}
