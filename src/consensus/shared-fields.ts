import type { PanelResult } from './panel-runner.ts'

/** The fields beside the answer that the responses of both APIs have in common. */
export function sharedFields(result: PanelResult) {
  return {
    kind: result.kind,
    outcome: result.outcome,
    ending: result.ending,
    answer: result.shortAnswer,
    tool_calls: result.toolCalls?.map(({ name, arguments: input }) => ({ name, arguments: input })),
    alternatives: result.alternatives,
    explanation: result.explanation,
    confidence_kind: result.confidenceKind,
    confidence_basis: result.confidenceBasis,
    dissent: result.dissent,
    votes: result.votes,
    reviews: result.reviews,
    concordance: result.concordance,
    claims: result.claims,
    analysis: result.analysis,
    citations: result.citations,
    unsupported: result.unsupported,
    repaired: result.repaired,
    usage: result.usage,
    router: result.router,
    warnings: result.warnings,
  }
}
