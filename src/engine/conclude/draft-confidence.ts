import type { TextChoice } from '../measure/texts/text-choice.ts'

/** Log odds as a weighted sum of the evidence; no probability exceeds what was observed. */
export interface Curve {
  constant: number
  weights: Record<keyof Backing, number>
  /** The share of right answers among the best-supported tenth of the recorded panels. */
  highest: number
  /** The largest panel size with enough recordings. */
  largestPanel: number
  /** The number of recorded questions, and the sets they came from. */
  questions: number
  sets: string
}

/** How the drafts of a panel support one of them, from 0 to 1. */
export interface Supports {
  by: number[]
  beside: number[]
}

/** The inputs of the probability. Both increase with the support of every seat. */
export interface Backing {
  /** The mean support over the whole panel. */
  mean: number
  /** The logarithm of the total support. */
  voices: number
}

/** A lower bound, so that the logarithm exists even for an answer nobody gave. */
const LEAST_SUPPORT = 0.1

/** How a panel supports a draft. */
export function backingBy({ by, beside }: Supports): Backing {
  const supports = [...by, ...beside]
  const whole = supports.reduce((sum, support) => sum + atEvenOdds(support), 0)
  return { mean: whole / supports.length, voices: Math.log(Math.max(LEAST_SUPPORT, whole)) }
}

/** The share of agreeing pairs, by weight, in the data that the agreement model was fitted on. */
const AGREEING_PAIRS = 0.625

/** Corrects a support to what it would be if fitted on as many agreeing as disagreeing pairs. */
function atEvenOdds(support: number): number {
  const agreeing = (1 - AGREEING_PAIRS) * support
  return agreeing / (agreeing + AGREEING_PAIRS * (1 - support))
}

/**
 * The support of an answer by a panel, or by the same panel without some of the seats that gave another answer if the
 * curve assigns less to that: another seat with a different answer must never increase the confidence.
 */
export function leastBacking(curve: Pick<Curve, 'weights'>, { by, beside }: Supports): Backing {
  const others = [...beside].sort((left, right) => left - right)
  const panels = Array.from({ length: others.length + 1 }, (_, kept) => ({
    by,
    beside: others.slice(0, kept),
  }))
  return panels
    .filter((panel) => panel.by.length + panel.beside.length > 0)
    .map(backingBy)
    .reduce((least, backing) => (weigh(curve, backing) < weigh(curve, least) ? backing : least))
}

/** The probability that a curve assigns to this support. */
function probabilityOn(curve: Curve, backing: Backing): number {
  return Math.min(curve.highest, 1 / (1 + Math.exp(-curve.constant - weigh(curve, backing))))
}

function weigh({ weights }: Pick<Curve, 'weights'>, { mean, voices }: Backing): number {
  return weights.mean * mean + weights.voices * voices
}

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
