import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { type RelevanceCurve, relevanceOn, toUnitLength } from '../../vectors/cosine.ts'
import type { Embedder, PairKind } from '../../vectors/embedder.ts'

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

/** Thrown when the output of a model is not a usable vector; the message says why and what to do. */
export class UnfitVector extends Error {
  override name = 'UnfitVector'
}

/** Turns the numbers of a model into a vector of length 1, or throws an error that says what is wrong with them. */
export function checkedVector(numbers: ArrayLike<number>, model: string): Float32Array {
  if (numbers.length !== EMBEDDING_DIMENSIONS)
    throw new UnfitVector(
      `${model} returns vectors with ${numbers.length} dimensions, but this service needs ${EMBEDDING_DIMENSIONS}. Choose a model with ${EMBEDDING_DIMENSIONS} dimensions, or one that can be asked for them.`,
    )
  const vector = Float32Array.from(numbers)
  // Checked as 32-bit numbers: a value that is finite in 64 bits may not be finite here.
  if (!vector.every(Number.isFinite))
    throw new UnfitVector(`${model} returned a vector with a value that is not a finite number.`)
  if (!vector.some((value) => value !== 0))
    throw new UnfitVector(`${model} returned a vector of zeros, which has no direction.`)
  return toUnitLength(vector)
}
