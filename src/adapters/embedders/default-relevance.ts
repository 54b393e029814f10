import type { Embedder, PairKind } from '../../vectors/embedder.ts'
import { type RelevanceCurve, relevanceOn } from '../../vectors/relevance-curve.ts'

/**
 * Curves for sentence models that were not fitted here. With all-MiniLM-L6-v2 on `eval/axioms/axiom-questions.jsonl`, the
 * axiom that answers a question has a median cosine of 0.65, and the nearest that does not, 0.43; the middle lies between.
 * Two wordings of one question are much closer than that, and so are two questions that differ in one name.
 */
const CURVES: Record<PairKind, RelevanceCurve> = {
  'question-statement': { middle: 0.5, slope: 12 },
  'question-question': { middle: 0.8, slope: 12 },
}

/** The relevance of a cosine for a model without fitted curves. */
export const defaultRelevance: Embedder['relevance'] = (cosine, pair) => relevanceOn(CURVES[pair], cosine)
