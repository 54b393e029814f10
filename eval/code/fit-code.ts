import {
  type CodeCurve,
  type CodeSupport,
  codeEvidence,
  codeProbability,
} from '../../src/engine/conclude/confidence.ts'
import { fitSigned, rounded } from '../fitting/signed-curve.ts'

interface Observed {
  set: string
  support: CodeSupport
  /** Whether it was right. */
  chosen: number
}

const SIGNS: CodeCurve['weights'] = { share: 1, voices: 1, passed: 1, failed: -1 }
const BEST_SUPPORTED = 0.1

/** Fits the confidence in programs that were run; every set weighs the same. */
export function fitCode(observed: Observed[]): CodeCurve {
  const sizes = new Map<string, number>()
  for (const { set } of observed) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const rows = observed.map(({ set, support, chosen }) => ({
    evidence: codeEvidence(support),
    truth: chosen === 1,
    weight: observed.length / sizes.size / sizes.get(set)!,
  }))
  const curve = { ...fitSigned(rows, SIGNS), highest: 1 }
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
