import {
  type Calibration,
  type Evidence,
  evidenceFor,
  probabilityOf,
} from '../../src/engine/conclude/confidence.ts'
import { fitSigned, rounded } from '../fitting/signed-curve.ts'
import type { Observation } from './observe-panels.ts'

/** What is fitted of a calibration. */
export type Fitted = Pick<
  Calibration,
  'constant' | 'weights' | 'compatible' | 'highest' | 'questions' | 'sets'
>

type Observed = Pick<Observation, 'set' | 'query' | 'first' | 'right'>

/** What each part of the evidence may do: support never lowers confidence, and dissent never raises it. */
const SIGNS: Evidence = { share: 1, voices: 1, choices: -1, rival: -1, silent: -1 }
const COMPATIBLE = Array.from({ length: 11 }, (_, step) => step / 10)
/** The share of best-supported panels whose accuracy is the upper limit of confidence. */
const BEST_SUPPORTED = 0.1

interface Weighed extends Observed {
  weight: number
}

/** Fits the one curve of confidence; every set weighs the same. */
export function fitConfidence(observed: Observed[]): Fitted {
  const panels = weigh(observed)
  const fits = COMPATIBLE.map((compatible) => fitWith(panels, compatible))
  // Only the sets that were read tell what a compatible answer is worth.
  const readSets = new Set(observed.filter(({ first }) => first.compatible > 0).map(({ set }) => set))
  const read = panels.filter(({ set }) => readSets.has(set))
  const best = fits.reduce((one, other) => (surprise(other, read) < surprise(one, read) - 1e-9 ? other : one))
  return {
    ...best,
    highest: rounded(highestShare(best, panels)),
    questions: new Set(observed.map(({ set, query }) => `${set} ${query}`)).size,
    sets: [...new Set(observed.map(({ set }) => set))].sort().join(', '),
  }
}

/** Equal panels of a set count together, with the weight of all. */
function weigh(observed: Observed[]): Weighed[] {
  const sizes = new Map<string, number>()
  for (const { set } of observed) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const panels = new Map<string, Weighed>()
  for (const one of observed) {
    const key = JSON.stringify([one.set, one.first, one.right])
    const weight = (panels.get(key)?.weight ?? 0) + observed.length / sizes.size / sizes.get(one.set)!
    panels.set(key, { ...one, weight })
  }
  return [...panels.values()]
}

/** The curve for a weight of compatible answers, without the parts of the evidence that would count the wrong way. */
function fitWith(panels: Weighed[], compatible: number): Fitted {
  const rows = panels.map(({ first, right, weight }) => ({
    evidence: evidenceFor(first, compatible),
    truth: right,
    weight,
  }))
  return { ...fitSigned(rows, SIGNS), compatible, highest: 1, questions: 0, sets: '' }
}

/** The mean logarithmic loss of a curve. */
function surprise(curve: Fitted, panels: Weighed[]): number {
  const lossOf = ({ first, right, weight }: Weighed) => {
    const stated = probabilityOf(first, curve)
    return -weight * Math.log(right ? stated : 1 - stated)
  }
  return panels.reduce((sum, panel) => sum + lossOf(panel), 0)
}

/** How often the best-supported panels are right, with all that are supported as well as the last of them. */
function highestShare(curve: Fitted, panels: Weighed[]): number {
  const ranked = panels
    .map((panel) => ({ ...panel, stated: probabilityOf(panel.first, curve) }))
    .sort((left, right) => right.stated - left.stated)
  const sum = (of: Weighed[]) => of.reduce((total, { weight }) => total + weight, 0)
  let [mass, least] = [0, 0]
  for (const { weight, stated } of ranked) {
    if (mass >= BEST_SUPPORTED * sum(panels)) break
    mass += weight
    least = stated
  }
  const best = ranked.filter(({ stated }) => stated >= least)
  return sum(best.filter(({ right }) => right)) / sum(best)
}
