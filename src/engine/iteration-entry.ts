import { type Anchor, levelName } from '../contract/axiom.ts'
import type { IterationEntry, SeatResponse } from '../contract/deliberation.ts'
import type { CountedReply } from './count-reply.ts'
import { goldenTarget } from './divergence.ts'
import type { Hearing } from './hear-panel.ts'
import type { Landscape, Standing } from './landscape.ts'

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

/** The record of an iteration from which a reader can replay every change of mind. */
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
    responses: hearings.map((hearing, index) => responseOf(hearing, counted[index]!, standings[index]!)),
    axioms: finished.anchors,
    clusters: landscape.camps.map(({ central, members }) => ({
      answer: central.position.answer,
      models: members.map(({ seat }) => seat.name),
      weight: members.length,
    })),
  }
}

function responseOf(
  { seat, reply, abstention, call, brief }: Hearing,
  counted: CountedReply,
  standing: Standing,
): SeatResponse {
  const revising = brief.phase === 'revision'
  return {
    provider: seat.provider,
    model: seat.model,
    name: seat.name,
    answer: reply?.answer ?? null,
    position: standing.position?.answer ?? null,
    theme: brief.phase === 'revision' ? brief.theme : null,
    verdict: revising ? (reply?.verdict ?? null) : null,
    counted_verdict: revising && counted.stance !== 'silent' ? counted.stance : null,
    reason: reply?.reason ?? abstention?.message ?? '',
    claims: reply?.claims ?? [],
    refuted_by: reply?.refutedBy ?? null,
    residual: standing.residual,
    latency_ms: call?.latencyMs ?? 0,
    tokens: (call?.promptTokens ?? 0) + (call?.completionTokens ?? 0),
    cost_usd: call?.costUsd ?? 0,
    error: abstention,
  }
}
