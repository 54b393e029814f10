import type { CacheHit } from '../../cache/find-hit.ts'
import type { Dissent, IterationEntry, SeatResponse, Usage } from '../../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { StructureName } from '../../contract/panel.ts'
import { CONVERGED, type Deliberation, NO_USAGE } from '../../engine/index.ts'
import { entryInOrder, listsInOrder, type RequestedSeat } from './in-request-order.ts'

type FinishedResult = Deliberation & { router: string }

const THOUSANDTHS = 1000
/** Far below a cent, because a single call to a small model may cost less than a millionth of a dollar. */
const BILLIONTHS = 1e9

/** An iteration as callers see it: with models in the order of the request, and figures of a sensible length. */
export function presentEntry(given: IterationEntry, seats: RequestedSeat[]): IterationEntry {
  const entry = entryInOrder(given, seats)
  const D = roundedDivergence(entry.D)
  return {
    ...entry,
    D,
    H: harmonyOf(D),
    target_D: rounded(entry.target_D),
    responses: entry.responses.map(roundedResponse),
    clusters: entry.clusters.map((cluster) => ({ ...cluster, weight: rounded(cluster.weight) })),
  }
}

/** A result as callers see it; everything inside the service works with the result itself. */
export function presentResult<Result extends Deliberation>(result: Result, seats: RequestedSeat[]): Result {
  const { concordance } = result
  return {
    ...result,
    ...listsInOrder(result, seats),
    entries: result.entries.map((entry) => presentEntry(entry, seats)),
    initialDivergence: roundedDivergence(result.initialDivergence),
    finalDivergence: roundedDivergence(result.finalDivergence),
    usage: roundedUsage(result.usage),
    ...(concordance == null ? {} : { concordance: rounded(concordance) }),
  }
}

/** What a call took, in whole milliseconds and without the noise of binary fractions. */
export function roundedCall<Call extends { latency_ms: number; cost_usd: number | null }>(call: Call): Call {
  return { ...call, latency_ms: Math.round(call.latency_ms), cost_usd: roundedCost(call.cost_usd) }
}

/** The harmony that belongs to a divergence as it is shown. */
export function harmonyOf(divergence: number): number {
  return rounded(1 - divergence)
}

/** Thousandths, except that a panel that has not converged is never shown at the limit. */
function roundedDivergence(value: number): number {
  const near = rounded(value)
  return value > CONVERGED && near <= CONVERGED ? rounded(CONVERGED + 1 / THOUSANDTHS) : near
}

function roundedResponse(response: SeatResponse): SeatResponse {
  const { measured, residual } = response
  return {
    ...roundedCall(response),
    measured: measured === null ? null : rounded(measured),
    residual: residual === null ? null : rounded(residual),
  }
}

function roundedUsage(usage: Usage): Usage {
  const { phases, stages } = usage
  return {
    ...withRoundedCost(usage),
    duration_ms: Math.round(usage.duration_ms),
    ...(phases && { phases: phases.map(withRoundedCost) }),
    ...(stages && { stages: stages.map(withRoundedCost) }),
  }
}

function withRoundedCost<Spent extends { cost_usd: number | null }>(spent: Spent): Spent {
  return { ...spent, cost_usd: roundedCost(spent.cost_usd) }
}

/** Without the noise of binary fractions. */
export function roundedCost<Cost extends number | null>(cost: Cost): Cost {
  return (cost === null ? null : Math.round(cost * BILLIONTHS) / BILLIONTHS) as Cost
}

/** A figure in thousandths. */
export function rounded(value: number): number {
  return Math.round(value * THOUSANDTHS) / THOUSANDTHS
}

/** The fields beside the answer that the responses of both APIs have in common. */
export function sharedFields(result: FinishedResult) {
  const { kind, outcome, ending, alternatives, explanation, unheard, votes, reviews, concordance } = result
  const { claims, analysis, citations, search, unsupported, repaired, usage, router, warnings } = result
  return {
    ...{ kind, outcome, ending },
    answer: result.shortAnswer,
    tool_calls: result.toolCalls?.map(({ name, arguments: input }) => ({ name, arguments: input })),
    ...{ alternatives, explanation },
    confidence_kind: result.confidenceKind,
    confidence_basis: result.confidenceBasis,
    dissent: result.dissent.map((one) => ({ ...one, code: codeOf(one, result.entries) })),
    ...{ unheard, votes, reviews },
    code_run: result.codeRun,
    ...{ concordance, claims, analysis, citations, search, unsupported, repaired, usage, router, warnings },
  }
}

/** The code of the last error of a seat. */
function codeOf({ name: seat }: Dissent, entries: IterationEntry[]): string | undefined {
  const errors = entries.flatMap(({ responses }) =>
    responses.map(({ name, error }) => name === seat && error),
  )
  return (errors.findLast(Boolean) || undefined)?.code
}

/** A stored result as the answer to a new request: at no cost, and with how it was found and how old it is. */
export function servedResponse(
  { result: { response, createdAt }, similarity, sameQuestion }: CacheHit,
  now: number,
): EdgeConsensusResponse {
  const age = Math.max(0, Math.round(now - createdAt) / 1000)
  const cached = { similarity, same_question: sameQuestion, query: response.query, age_seconds: age }
  return { ...response, cache_hit: true, usage: NO_USAGE, cached }
}

/** The result of a run as it is returned and stored. */
export function freshResponse(
  found: FinishedResult,
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
function askedOf(models: string[], { usage: { stages = [] }, entries }: Deliberation): string[] {
  if (stages.length !== 1) return models
  const asked = new Set(entries[0]?.responses.map(({ model }) => model))
  return models.filter((model) => asked.has(model))
}
