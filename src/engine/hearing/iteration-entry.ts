import { type Anchor, HIGHEST_LEVEL, levelName } from '../../contract/axiom.ts'
import type { IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import { goldenTarget, type Standing } from '../measure/divergence.ts'
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

/** What the comparison of the first replies came to. */
type Compared = Pick<IterationEntry, 'D' | 'D_basis' | 'clusters'>

/** The record of the exposition with how far the replies are apart. */
export function comparedEntry(
  entry: IterationEntry,
  standings: Standing[],
  { D, D_basis, clusters }: Compared,
): IterationEntry {
  const responses = entry.responses.map((response, index) => {
    const { residual } = standings[index]!
    return { ...response, measured: residual, residual }
  })
  return { ...entry, D, D_basis, H: 1 - D, target_D: D, responses, clusters }
}

/** What an iteration after the exposition came to. */
interface LaterIteration
  extends Pick<IterationEntry, 'iteration' | 'phase' | 'D' | 'theme' | 'responses' | 'clusters'> {
  /** D of the exposition. */
  initial: number
  anchors: Anchor[]
}

/** The record of an iteration after the exposition. */
export function laterEntry(later: LaterIteration): IterationEntry {
  const { iteration, phase, D, initial, theme, responses, anchors, clusters } = later
  const level = levelOf(iteration)
  return {
    iteration,
    level,
    level_name: levelName(level),
    phase,
    D,
    D_basis: 'measured',
    H: 1 - D,
    target_D: goldenTarget(initial, iteration),
    theme,
    responses,
    axioms: anchors,
    clusters,
  }
}

/** The level of the axioms of an iteration; the last level repeats. */
export function levelOf(iteration: number): number {
  return Math.min(iteration, HIGHEST_LEVEL)
}

/** What one seat did, in the form shown to callers, before what it said is added. */
export function responseOf(
  { seat, abstention, call, servedModel }: Omit<Hearing<unknown>, 'brief' | 'reply'>,
  residual: number | null = null,
): SeatResponse {
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
    measured: residual,
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
    ...responseOf(hearing),
    answer: position?.answer ?? null,
    position: position?.answer ?? null,
    ...(position === null ? {} : { reason: position.reason }),
    ...(reply?.notes ? { notes: reply.notes } : {}),
    ...(reply?.isCut ? { cut_off: true } : {}),
  }
}
