import { type Anchor, levelName } from '../../contract/axiom.ts'
import type { IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import { goldenTarget } from '../measure/divergence.ts'
import type { Landscape, Standing } from '../measure/landscape.ts'
import type { CountedReply } from './count-reply.ts'
import type { Hearing } from './hear-panel.ts'

interface FinishedIteration {
  iteration: number
  level: number
  divergence: number
  initialDivergence: number
  theme: string | null
  hearings: Hearing[]
  counted: CountedReply[]
  standings: Standing[]
  anchors: Anchor[]
  landscape: Landscape
}

/** The record of an iteration, from which every change of mind can be replayed. */
export function entryOf(finished: FinishedIteration): IterationEntry {
  const { iteration, level, divergence, hearings, counted, standings, landscape } = finished
  return {
    iteration,
    level,
    level_name: levelName(level),
    D: divergence,
    H: 1 - divergence,
    target_D: goldenTarget(finished.initialDivergence, iteration),
    theme: finished.theme,
    responses: hearings.map((hearing, index) => ({
      ...responseOf(hearing, counted[index]!, standings[index]!),
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

function responseOf(
  { seat, reply, abstention, call, brief }: Hearing,
  { stance, refutation, toHeld, toTheme }: CountedReply,
  standing: Standing,
): Omit<SeatResponse, 'measured'> {
  const revising = brief.phase === 'revision' ? brief : null
  return {
    provider: seat.provider,
    model: seat.model,
    name: seat.name,
    answer: reply?.answer ?? null,
    position: standing.position?.answer ?? null,
    theme: revising?.theme ?? null,
    role: revising?.role ?? null,
    // Without its reason, which is recorded with the seat that gave it: what can be named is enough to replay a change.
    shown: revising?.positions.map(({ label, answer, claims }) => ({ label, answer, claims })) ?? [],
    must_answer: revising?.mustAnswer ?? null,
    verdict: revising ? (reply?.verdict ?? null) : null,
    counted_verdict: revising && stance !== 'silent' ? stance : null,
    reason: reply?.reason ?? abstention?.message ?? '',
    claims: reply?.claims ?? [],
    refuted_by: reply?.refutedBy ?? null,
    refutation,
    rebuttal: reply?.rebuttal ?? null,
    held_agreement: toHeld?.agreement ?? null,
    held_relation: toHeld?.relation ?? null,
    theme_agreement: toTheme?.agreement ?? null,
    theme_relation: toTheme?.relation ?? null,
    residual: standing.residual,
    latency_ms: call?.latencyMs ?? 0,
    tokens: (call?.promptTokens ?? 0) + (call?.completionTokens ?? 0),
    cost_usd: call?.costUsd ?? 0,
    error: abstention,
    ...(reply?.notes ? { notes: reply.notes } : {}),
  }
}
