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

/** How the first answers of a panel stand to an answer. */
export interface Supports {
  /** Of every seat that gave the answer in words of its own: how likely it is right if those words are. */
  by: number[]
  /** The same of every other seat; 0 for one that is silent or rejects it. */
  beside: number[]
}

/** What the confidence in an answer is read from. */
export interface Evidence {
  kind: AnswerKind
  supports: Supports
  /** How many of those beside it gave an answer of which it cannot be read whether it is the same. */
  unread: number
  /** Why the recordings do not speak for this case; null when they do. */
  unlike: string | null
}

/** What the probability rests on. Both rise with every seat's support. */
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
export function backingBy({ by, beside }: Supports): Backing {
  const supports = [...by, ...beside]
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
  const { kind, supports, unread, unlike } = evidence
  const curve = calibration.kinds[kind]
  const [supporters, panel] = [supports.by.length, supports.by.length + supports.beside.length]
  const measured = probabilityOn(curve, leastBacking(curve, supports))
  const exception =
    unlike ??
    (supporters === 0 ? 'an answer nobody gave at first was not recorded' : null) ??
    (panel > curve.largestPanel ? `too few panels of ${panel} were recorded` : null)
  const doubtful = unread === 0 ? '' : `, of ${unread} it cannot be read`
  const seen = `${supporters} of ${panel} models gave this answer before hearing each other${doubtful}`
  if (exception === null) {
    const recorded = `${curve.questions} recorded questions (${curve.sets})`
    return { confidence: thousandths(measured), basis: `${seen}; calibrated on ${recorded}` }
  }
  return {
    confidence: thousandths(Math.min(measured, 0.5 + (measured - 0.5) / 2)),
    basis: `${seen}; taken with caution: ${exception}`,
  }
}

/**
 * The backing of an answer by a panel, or by the same panel without some of those who gave another answer where a curve
 * gives less to that: that somebody else says something else must not make an answer surer.
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

/** The probability a curve gives to an answer that is backed so. */
export function probabilityOn(curve: Curve, backing: Backing): number {
  return Math.min(curve.highest, 1 / (1 + Math.exp(-curve.constant - weigh(curve, backing))))
}

function weigh({ weights }: Pick<Curve, 'weights'>, { mean, voices }: Backing): number {
  return weights.mean * mean + weights.voices * voices
}
