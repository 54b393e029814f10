import { type Anchor, levelName } from '../../contract/axiom.ts'
import type {
  DivergenceBasis,
  IterationEntry,
  IterationPhase,
  SeatResponse,
} from '../../contract/deliberation.ts'
import { goldenTarget } from '../measure/divergence.ts'
import type { Landscape, Standing } from '../measure/landscape.ts'
import { type CountedReply, UNWEIGHED } from './count-reply.ts'
import type { Hearing } from './hear-panel.ts'

interface FinishedIteration {
  iteration: number
  level: number
  phase: IterationPhase
  divergence: number
  basis: DivergenceBasis
  initialDivergence: number
  theme: string | null
  hearings: Hearing[]
  counted: CountedReply[]
  standings: Standing[]
  anchors: Anchor[]
  landscape: Landscape
}

/** The record of the first iteration of an open question or a draft: texts, and how similar they are. */
export function firstEntry(
  first: Pick<FinishedIteration, 'divergence' | 'hearings' | 'standings' | 'anchors' | 'landscape'>,
): IterationEntry {
  return entryOf({
    ...first,
    iteration: 1,
    level: 1,
    phase: 'exposition',
    basis: 'estimated',
    initialDivergence: first.divergence,
    theme: null,
    counted: first.standings.map(({ position }) => ({ position, stance: 'amend', ...UNWEIGHED })),
  })
}

/** The record of an iteration, from which every change of mind can be replayed. */
export function entryOf(finished: FinishedIteration): IterationEntry {
  const { iteration, level, divergence, hearings, counted, standings, landscape } = finished
  return {
    iteration,
    level,
    level_name: levelName(level),
    phase: finished.phase,
    D: divergence,
    D_basis: finished.basis,
    H: 1 - divergence,
    target_D: goldenTarget(finished.initialDivergence, iteration),
    theme: finished.theme,
    responses: hearings.map((hearing, index) => ({
      ...spokenResponse(hearing, counted[index]!, standings[index]!),
      measured: landscape.disagreement.get(hearing.seat.key) ?? null,
    })),
    axioms: finished.anchors,
    clusters: landscape.camps.map(({ central, members, weight, unread }) => ({
      answer: central.position.answer,
      models: members.map(({ seat }) => seat.name),
      weight,
      ...(unread.length > 0 ? { unread: unread.map(({ seat }) => seat.name) } : {}),
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
    theme: null,
    role: null,
    shown: [],
    must_answer: null,
    verdict: null,
    counted_verdict: null,
    reason: abstention?.message ?? '',
    claims: [],
    refuted_by: null,
    refutation: null,
    rebuttal: null,
    held_agreement: null,
    held_relation: null,
    theme_agreement: null,
    theme_relation: null,
    measured: null,
    residual,
    latency_ms: call?.latencyMs ?? 0,
    tokens: (call?.promptTokens ?? 0) + (call?.completionTokens ?? 0),
    cost_usd: call?.costUsd ?? null,
    error: abstention,
  }
}

function spokenResponse(
  hearing: Hearing,
  { stance, refutation, toHeld, toTheme }: CountedReply,
  standing: Standing,
): SeatResponse {
  const { reply, brief } = hearing
  const revising = brief.phase === 'revision' ? brief : null
  return {
    ...responseOf({ ...hearing, residual: standing.residual }),
    answer: reply?.answer ?? null,
    position: standing.position?.answer ?? null,
    theme: revising?.theme ?? null,
    role: revising?.role ?? null,
    // Without its reason, which is recorded with the seat that gave it: what can be named is enough to replay a change.
    shown: revising?.positions.map(({ label, answer, claims }) => ({ label, answer, claims })) ?? [],
    must_answer: revising?.mustAnswer ?? null,
    verdict: revising ? (reply?.verdict ?? null) : null,
    counted_verdict: revising && stance !== 'silent' ? stance : null,
    reason: reply?.reason ?? hearing.abstention?.message ?? '',
    claims: reply?.claims ?? [],
    refuted_by: reply?.refutedBy ?? null,
    refutation,
    rebuttal: reply?.rebuttal ?? null,
    held_agreement: toHeld?.agreement ?? null,
    held_relation: toHeld?.relation ?? null,
    theme_agreement: toTheme?.agreement ?? null,
    theme_relation: toTheme?.relation ?? null,
    ...(reply?.notes ? { notes: reply.notes } : {}),
    ...(reply?.isCut ? { cut_off: true } : {}),
  }
}
