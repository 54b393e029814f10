import {
  type CodeCurve,
  type CodeSupport,
  codeEvidence,
  codeProbability,
} from '../../src/engine/conclude/confidence.ts'
import { fitLogistic } from '../fitting/logistic-regression.ts'

interface Observed {
  set: string
  support: CodeSupport
  /** Whether it was right. */
  chosen: number
}

const SIGNS: CodeCurve['weights'] = { share: 1, voices: 1, passed: 1, failed: -1 }
const PARTS = Object.keys(SIGNS) as Array<keyof CodeCurve['weights']>
const BEST_SUPPORTED = 0.1

/** Fits the confidence in programs that were run; every set weighs the same. */
export function fitCode(observed: Observed[]): CodeCurve {
  const sizes = new Map<string, number>()
  for (const { set } of observed) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const weights: CodeCurve['weights'] = { share: 0, voices: 0, passed: 0, failed: 0 }
  let [kept, constant] = [PARTS, 0]
  for (;;) {
    const fitted = fitLogistic(
      observed.map(({ set, support, chosen }) => ({
        features: kept.map((part) => codeEvidence(support)[part]),
        truth: chosen === 1,
        weight: observed.length / sizes.size / sizes.get(set)!,
      })),
    )
    constant = fitted.at(-1)!
    kept.forEach((part, place) => {
      weights[part] = rounded(fitted[place]!)
    })
    const wrong = kept.find((part) => weights[part] * SIGNS[part] < 0)
    if (wrong === undefined) break
    weights[wrong] = 0
    kept = kept.filter((part) => part !== wrong)
  }
  const curve = { constant: rounded(constant), weights, highest: 1 }
  const ranked = observed
    .map(({ support, chosen }) => ({ stated: codeProbability(support, curve), chosen }))
    .sort((one, other) => other.stated - one.stated)
  const least = ranked[Math.floor(BEST_SUPPORTED * ranked.length)]?.stated ?? 1
  const best = ranked.filter(({ stated }) => stated >= least)
  return {
    ...curve,
    highest: rounded(best.reduce((sum, { chosen }) => sum + chosen, 0) / Math.max(1, best.length)),
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}
