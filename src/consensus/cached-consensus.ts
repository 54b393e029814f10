import { type CachePolicy, panelFingerprint, servedUntil } from '../cache/cache-policy.ts'
import { normaliseQuery } from '../cache/normalise-query.ts'
import type { CacheHit, SemanticCache } from '../cache/semantic-cache.ts'
import { createSingleFlight } from '../cache/single-flight.ts'
import type { EdgeConsensusRequest, EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import { LIMITS } from '../contract/limits.ts'
import type { ModelConfig, StructureName } from '../contract/panel.ts'
import { NO_USAGE } from '../engine/spiral.ts'
import type { PanelResult, PanelRunner } from './panel-runner.ts'

/** An edge request with who asks and how. */
export interface EdgeConsensusCall {
  request: EdgeConsensusRequest
  scope: string
  routerKey: string | null
  /** Single-shot: the exposition alone, and no writer. */
  singleShot: boolean
  /** The signal that aborts when the caller leaves. */
  signal: () => AbortSignal
}

/** Answers edge requests, from past results where one fits. */
export interface CachedConsensus {
  answer(call: EdgeConsensusCall): Promise<EdgeConsensusResponse>
}

interface CachedConsensusParts {
  runner: PanelRunner
  cache: SemanticCache
  policy: CachePolicy
  defaultModels: string[]
  now: () => number
  newId: () => string
}

/** Four voices make a fugue; fewer argue a sonata. */
const FUGUE_FROM = 4
const DEFAULT_TEMPERATURE = 0.7

/** Puts the cache and single flight before the panel. */
export function createCachedConsensus(parts: CachedConsensusParts): CachedConsensus {
  const { runner, cache, now } = parts
  const flights = createSingleFlight<EdgeConsensusResponse>()

  function panelOf({ request, singleShot }: EdgeConsensusCall) {
    const models = request.models ?? parts.defaultModels
    const structure: StructureName = request.structure ?? (models.length >= FUGUE_FROM ? 'fugue' : 'sonata')
    // One iteration keeps within any maximum the caller gave.
    const maxIterations = singleShot ? 1 : (request.max_iterations ?? LIMITS.iterationsDefault)
    return { models, structure, maxIterations, compose: !singleShot }
  }

  return {
    async answer(call) {
      const { request, scope, routerKey } = call
      const panel = panelOf(call)
      const seats = panel.models.map(seatFor)
      const router = runner.routerOf(seats, routerKey)
      const fingerprint = panelFingerprint(panel)

      if (!request.skip_cache) {
        const hit = await cache.lookup(request.query, { scope, router, fingerprint })
        if (hit) return served(hit, request.query, now())
      }

      const run = async (signal: AbortSignal) => {
        const result = await runner.run({
          query: request.query,
          ...panel,
          models: seats,
          scope,
          routerKey,
          signal,
        })
        const response = responseOf(result, {
          id: parts.newId(),
          query: request.query,
          models: panel.models,
          structure: panel.structure,
        })
        const admission = {
          reached: result.reached,
          answered: result.entries.at(-1)?.clusters.length !== 0,
          wholePanel: result.wholePanel,
        }
        const createdAt = now()
        await cache.remember({
          id: response.id,
          scope,
          router,
          fingerprint,
          response,
          createdAt,
          servedUntil: servedUntil(createdAt, admission, parts.policy),
          keptUntil: createdAt + parts.policy.retentionMs,
        })
        return response
      }
      // Callers share a run only when they would be served the same and it is paid with the same key.
      const key = JSON.stringify([scope, router, fingerprint, normaliseQuery(request.query), routerKey])
      return flights.join(key, call.signal(), run)
    },
  }
}

function seatFor(model: string): ModelConfig {
  return { provider: 'openrouter', name: model, model, temperature: DEFAULT_TEMPERATURE }
}

/** A stored result as the answer to a new request, which it cost nothing. */
function served({ result, similarity }: CacheHit, query: string, now: number): EdgeConsensusResponse {
  const age = Math.max(0, (now - result.createdAt) / 1000)
  return {
    ...result.response,
    query,
    cache_hit: true,
    cached: { similarity, query: result.response.query, age_seconds: age },
    usage: NO_USAGE,
  }
}

function responseOf(
  result: PanelResult,
  request: { id: string; query: string; models: string[]; structure: StructureName },
): EdgeConsensusResponse {
  return {
    consensus_reached: result.reached,
    final_answer: result.answer,
    confidence: result.confidence,
    iterations: result.entries.length,
    metrics: {
      initial_D: result.initialDivergence,
      final_D: result.finalDivergence,
      H_total: 1 - result.finalDivergence,
      D_by_iteration: result.entries.map(({ D }) => D),
    },
    cache_hit: false,
    relevant_axioms: result.anchors,
    ...request,
    outcome: result.outcome,
    confidence_basis: result.confidenceBasis,
    dissent: result.dissent,
    votes: result.votes,
    usage: result.usage,
    router: result.router,
    warnings: result.warnings,
  }
}
