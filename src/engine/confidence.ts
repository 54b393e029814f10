/** What a panel was asked for, as far as it matters to how far agreement can be trusted. */
export const ANSWER_KINDS = ['choice', 'number', 'open'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

/** How often answers were right, by how a panel stood behind them in the first round; made by `npm run calibrate`. */
export interface Calibration {
  version: string
  /** How it was fitted, in words. */
  fitted: string
  kinds: Record<AnswerKind, Curve>
}

/** The logarithm of the odds as a sum over what was seen; no probability beyond what was observed. */
export interface Curve {
  constant: number
  weights: Record<keyof Backing, number>
  /** The share of right answers among the best backed tenth of the panels recorded. */
  highest: number
  /** The largest panel of which there are enough recordings. */
  largestPanel: number
  /** Recorded questions, and the sets they came from. */
  questions: number
  sets: string
}

/** How a panel's first answers stand to the answer given. */
export interface Evidence {
  kind: AnswerKind
  /** For every seat how likely the answer is right if the seat's first answer is; 0 for a silent one. */
  supports: number[]
  /** Seats that gave the answer in the exposition, before they heard each other. */
  supporters: number
  /** Why the recordings do not speak for this case; null when they do. */
  unlike: string | null
}

/** What the probability rests on. Both rise with every seat's support, and neither with a silent seat. */
export interface Backing {
  /** Mean support over the whole panel. */
  mean: number
  /** The logarithm of how many seats support it, in all. */
  voices: number
}

/** An answer nobody gave still has a logarithm. */
const LEAST_SUPPORT = 0.1

export interface Confidence {
  confidence: number
  basis: string
}

/** How a panel stands behind an answer. */
export function backingBy(supports: number[]): Backing {
  const whole = supports.reduce((sum, support) => sum + atEvenOdds(support), 0)
  return { mean: whole / supports.length, voices: Math.log(Math.max(LEAST_SUPPORT, whole)) }
}

/** The share of pairs that agree among those the measure of agreement is fitted on, by their weights. */
export const AGREEING_PAIRS = 0.625

/** A support as it would be had it been fitted on as many pairs that agree as do not. */
function atEvenOdds(support: number): number {
  const agreeing = (1 - AGREEING_PAIRS) * support
  return agreeing / (agreeing + AGREEING_PAIRS * (1 - support))
}

/** What is measured on some thousand questions has no fourth digit. */
function thousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

/**
 * The probability that an answer is right, as measured. Where the recordings do not speak for the case, half of
 * what it has over even odds is taken off; nothing is ever added.
 */
export function confidenceFrom(evidence: Evidence, calibration: Calibration): Confidence {
  const { kind, supports, supporters, unlike } = evidence
  const curve = calibration.kinds[kind]
  const measured = probabilityOn(curve, backingBy(supports))
  const exception =
    unlike ??
    (supporters === 0 ? 'an answer nobody gave at first was not recorded' : null) ??
    (supports.length > curve.largestPanel ? `too few panels of ${supports.length} were recorded` : null)
  const seen = `${supporters} of ${supports.length} models gave this answer before hearing each other`
  if (exception === null) {
    const recorded = `${curve.questions} recorded questions (${curve.sets})`
    return { confidence: thousandths(measured), basis: `${seen}; calibrated on ${recorded}` }
  }
  return {
    confidence: thousandths(Math.min(measured, 0.5 + (measured - 0.5) / 2)),
    basis: `${seen}; taken with caution: ${exception}`,
  }
}

/** The probability a curve gives to an answer that is backed so. */
export function probabilityOn({ constant, weights, highest }: Curve, backing: Backing): number {
  const odds = constant + weights.mean * backing.mean + weights.voices * backing.voices
  return Math.min(highest, 1 / (1 + Math.exp(-odds)))
}
