/** A logistic curve, which gives a probability to evidence; from recorded panels. */
interface Curve<Part extends string> {
  constant: number
  /** What each part of the evidence adds to the log odds. */
  weights: Record<Part, number>
  /** The share of right answers among the best-supported tenth; no confidence is higher. */
  highest: number
}

/** How often answers were right, by how the first replies of recorded panels supported them; from `npm run calibrate`. */
export interface Calibration extends Curve<keyof Evidence> {
  version: string
  /** A description of the fit. */
  fitted: string
  /** What a model counts for that gave another answer which can be right as well. */
  compatible: number
  /** What a model counts for that was won over in a discussion. */
  persuaded: number
  /** The families of the models that it was fitted on. */
  families: string[]
  /** What the odds are multiplied by where most models are of other families; 1 where that makes no difference. */
  strangers: number
  /** The number of recorded questions, and the sets they came from. */
  questions: number
  sets: string
  /** The same, by what past runs of the models say. */
  weighed: WeighedCurve
  calls: CallCurve
  facts: FactCurve
  code: CodeCurve
}

/** How often the most common step of recorded panels with tools was right; from `npm run eval -- tools`. */
type CallCurve = Curve<'share' | 'voices'>

/** The probability that a logistic curve gives to evidence. */
function onCurve<Part extends string>(
  evidence: Record<Part, number>,
  { constant, weights, highest }: Curve<Part>,
): number {
  const parts = Object.entries(evidence) as Array<[Part, number]>
  return asStated(
    parts.reduce((sum, [part, value]) => sum + weights[part] * value, constant),
    highest,
  )
}

function asStated(odds: number, highest: number): number {
  return Math.min(highest, 1 / (1 + Math.exp(-odds)))
}

/** The calibrated probability that a step is right which so many of those who replied took. */
export function stepProbability(given: number, replied: number, curve: CallCurve): number {
  return onCurve({ share: given / replied, voices: Math.log(given) }, curve)
}

/** How often the delivered program of recorded panels was right, by what the others do; from `npm run eval -- code`. */
export type CodeCurve = Curve<keyof ReturnType<typeof codeEvidence>>

/** How a program is supported that so many of so many models agree with. */
export interface CodeSupport {
  alike: number
  answering: number
  passed: number
  stated: number
}

/** The evidence for a program; one that nobody agrees with, such as a revised one, counts as half a model. */
export function codeEvidence({ alike, answering, passed, stated }: CodeSupport) {
  const models = Math.max(0.5, alike)
  return {
    share: models / Math.max(2, answering),
    voices: Math.log(models),
    /** Whether it gives every result that the question states, or misses one. */
    passed: Number(stated > 0 && passed === stated),
    failed: Number(passed < stated),
  }
}

/** The calibrated probability that a program is right. */
export function codeProbability(support: CodeSupport, curve: CodeCurve): number {
  return onCurve(codeEvidence(support), curve)
}

/** How often answers were right, by the log odds that past runs of the models give them. */
export interface WeighedCurve {
  constant: number
  slope: number
}

/** The log odds of an answer that past runs give this probability. */
export function weighedOdds(chance: number, { constant, slope }: WeighedCurve): number {
  return constant + slope * logOdds(chance)
}

const MOST_CERTAIN = 0.99

/** The log odds of a probability; none counts as certain. */
export function logOdds(chance: number): number {
  const taken = Math.min(MOST_CERTAIN, Math.max(1 - MOST_CERTAIN, chance))
  return Math.log(taken / (1 - taken))
}

/** The probability of an answer by the abilities of the models, as it is stated: as often as such answers were right. */
export function trustedProbability(
  chance: number,
  shift: number,
  { weighed, highest }: Pick<Calibration, 'weighed' | 'highest'>,
): number {
  return asStated(weighedOdds(chance, weighed) + shift, highest)
}

/** How often points of recorded texts were true, by the log odds of the share of models that affirm them. */
export interface FactCurve extends WeighedCurve {
  points: number
}

/** The first replies of a panel to a closed question, one for each model that answered. */
export interface FirstReplies {
  given: number
  /** How many gave another answer that can be right as well. */
  compatible: number
  /** How many gave an answer at all. */
  answering: number
  /** How many gave the most common of the answers that cannot be right as well. */
  rival: number
  /** How many replied without giving an answer. */
  silent: number
  /** Whether the question offers options, so that answers can be the same by chance. */
  offersOptions: boolean
}

export interface Evidence {
  /** The share of the models that gave the answer. */
  share: number
  /** The logarithm of how many did. */
  voices: number
  /** The same where the question offers options, otherwise 0: agreement on one of a few options says less. */
  choices: number
  /** The share of the models that gave the most common answer against it, as far as it is not more common than this one. */
  rival: number
  /** The share of the models that replied that gave no answer. */
  silent: number
}

export interface Confidence {
  confidence: number
  basis: string
}

type CurveOfReplies = Pick<Calibration, 'constant' | 'weights' | 'compatible' | 'highest'>

/** So that the logarithm exists even for an answer that nobody gave at first. */
const LEAST_GIVEN = 0.25
/** The only model that answers agrees with nobody. */
const FEWEST_ANSWERING = 2

/** The evidence for an answer, if models with a compatible one count for a part. */
export function evidenceFor(first: FirstReplies, compatible: number): Evidence {
  const given = Math.max(LEAST_GIVEN, first.given + compatible * first.compatible)
  const answering = Math.max(FEWEST_ANSWERING, first.answering)
  return {
    share: given / answering,
    voices: Math.log(given),
    choices: first.offersOptions ? Math.log(given) : 0,
    // No further, so that one more dissenting answer never helps an answer that few gave.
    rival: Math.min(given, first.rival) / answering,
    silent: first.silent / (answering + first.silent),
  }
}

/** The calibrated probability that an answer is right, from the first replies alone. */
export function probabilityOf(first: FirstReplies, calibration: CurveOfReplies): number {
  return onCurve({ ...evidenceFor(first, calibration.compatible) }, calibration)
}

/** How many models hold an answer after a discussion, and how many the most common one against it. */
export interface Discussed {
  given: number
  rival: number
}

/**
 * The probability of an answer after a discussion: whoever was won over counts as a part of a model that gave it at first,
 * up to what the narrowest lead is worth. An answer that led is at least as likely as one that shared the lead would be.
 */
export function discussedProbability(
  first: FirstReplies,
  last: Discussed,
  calibration: CurveOfReplies & Pick<Calibration, 'persuaded'>,
): number {
  const { answering, given, rival } = first
  const moved = (before: number, after: number) => before + calibration.persuaded * (after - before)
  const now = { ...first, given: moved(given, last.given), rival: moved(rival, last.rival) }
  const won = probabilityOf(now, calibration)
  const canLead = answering >= NARROWEST.given + NARROWEST.rival
  const narrowest = canLead ? probabilityOf({ ...first, ...NARROWEST }, calibration) : 1
  const stated = Math.min(won, Math.max(probabilityOf(first, calibration), narrowest))
  const shared = Math.floor(answering / 2)
  if (given <= rival || given >= shared) return stated
  return Math.max(stated, discussedProbability({ ...first, given: shared, rival: shared }, last, calibration))
}

const NARROWEST = { given: 2, rival: 1, compatible: 0 }

/** A measurement on a few thousand questions has no meaningful fourth digit. */
export function roundToThousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A small number in words. */
export function counted(number: number): string {
  return WORDS[number] ?? String(number)
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
