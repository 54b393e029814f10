import type { TextChoice } from '../measure/texts/text-choice.ts'
import { type Curve, leastBacking, probabilityOn } from './confidence.ts'

/** The measured part of a draft's confidence: how alike the chosen text is to every other text of the panel, from 0 to 1. */
export interface DraftEvidence {
  similarity: number[]
}

/**
 * The measured probability that a draft of code passes its tests, from how alike the drafts of the first round are. A
 * further seat with a different draft never increases it.
 */
export function draftProbability({ code }: Pick<TextChoice, 'code'>, evidence: DraftEvidence): number {
  return draftProbabilityOn(code, evidence)
}

/** The probability that a curve assigns to a draft. */
export function draftProbabilityOn(curve: Curve, { similarity }: DraftEvidence): number {
  return probabilityOn(curve, leastBacking(curve, supportsFor(similarity)))
}

/** A draft is backed by its own author, and by every other seat as far as its draft is alike. */
export function supportsFor(similarity: number[]): { by: number[]; beside: number[] } {
  return { by: [1], beside: similarity }
}
