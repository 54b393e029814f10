import type { CacheHit } from '../cache/find-hit.ts'
import type { StoredResult } from '../cache/past-questions.ts'
import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import type { StructureName } from '../contract/panel.ts'
import { NO_USAGE } from '../engine/index.ts'
import type { PanelResult } from './panel-runner.ts'
import { harmonyOf, presentResult, sharedFields } from './present/present.ts'

/** A stored result as the answer to a new request, at no cost. */
export interface ServedAnswer {
  /** What stays the same when the request is repeated: the same object, for as long as the result is stored. */
  common: EdgeConsensusResponse
  /** How the result was found, and how old it is. */
  cached: NonNullable<EdgeConsensusResponse['cached']>
}

/** A response without what tells how it was found. */
export function commonResponse({ response }: StoredResult): EdgeConsensusResponse {
  return { ...response, cache_hit: true, usage: NO_USAGE }
}

/** How a stored result was found, and how old it is. */
export function cachedAs(
  { result, similarity, sameQuestion }: CacheHit,
  now: number,
): ServedAnswer['cached'] {
  const age = Math.max(0, Math.round(now - result.createdAt) / 1000)
  return { similarity, same_question: sameQuestion, query: result.response.query, age_seconds: age }
}

/** The whole response. */
export function servedResponse({ common, cached }: ServedAnswer): EdgeConsensusResponse {
  return { ...common, cached }
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
    models: askedOf(request.models, result),
    ...sharedFields(result),
  }
}

/** The models that were asked: all of them, unless the first stage was enough. */
function askedOf(models: string[], { usage: { stages = [] }, entries }: PanelResult): string[] {
  if (stages.length !== 1) return models
  const asked = new Set(entries[0]?.responses.map(({ model }) => model))
  return models.filter((model) => asked.has(model))
}
