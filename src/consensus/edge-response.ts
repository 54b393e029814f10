import type { CacheHit } from '../cache/find-hit.ts'
import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import type { StructureName } from '../contract/panel.ts'
import { NO_USAGE } from '../engine/index.ts'
import type { PanelResult } from './panel-runner.ts'
import { presentResult } from './present/present.ts'
import { harmonyOf } from './present/rounded.ts'
import { sharedFields } from './shared-fields.ts'

/** A stored result as the response to a new request, at no cost. */
export function servedResponse(
  { result, similarity, sameQuestion }: CacheHit,
  now: number,
): EdgeConsensusResponse {
  const age = Math.max(0, Math.round(now - result.createdAt) / 1000)
  return {
    ...result.response,
    cache_hit: true,
    cached: { similarity, same_question: sameQuestion, query: result.response.query, age_seconds: age },
    usage: NO_USAGE,
  }
}

/** The result of a run as it is returned and stored. */
export function freshResponse(
  found: PanelResult,
  request: { id: string; query: string; models: string[]; structure: StructureName },
): EdgeConsensusResponse {
  const result = presentResult(
    found,
    request.models.map((model) => ({ model })),
  )
  return {
    consensus_reached: result.reached,
    final_answer: result.answer,
    confidence: result.confidence,
    iterations: result.entries.length,
    metrics: {
      initial_D: result.initialDivergence,
      final_D: result.finalDivergence,
      H_total: harmonyOf(result.finalDivergence),
      D_by_iteration: result.entries.map(({ D }) => D),
    },
    cache_hit: false,
    relevant_axioms: result.anchors,
    ...request,
    ...sharedFields(result),
  }
}
