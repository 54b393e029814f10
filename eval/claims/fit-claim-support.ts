import {
  CLAIM_FEATURES,
  type ClaimFeature,
  claimFeatures,
} from '../../src/engine/measure/claims/claim-features.ts'
import { type ClaimSupport, supportOf } from '../../src/engine/measure/claims/claim-support.ts'
import { fitLogistic } from '../fitting/logistic-regression.ts'
import { meanOf } from '../long/long-sets.ts'
import type { ClaimObservation } from './observe-claims.ts'

/** The part of the model that is fitted. */
export type FittedSupport = Pick<ClaimSupport, 'constant' | 'weights' | 'highest'>

/** The direction in which a feature may count, whatever the recordings say; 0 for either. */
const DIRECTIONS: Record<ClaimFeature, -1 | 0 | 1> = {
  meanSupport: 1,
  highestSupport: 1,
  meanContradiction: -1,
  highestContradiction: -1,
  meanShared: 1,
  highestShared: 1,
  meanSharedSupport: 0,
  highestSharedSupport: 0,
  panelSupport: 0,
  panelShared: 0,
  otherModels: 0,
}
const WEIGHT_OF_A_SET = 1_000
const PULL = 1
/** The share of best supported claims that limits what is stated of any. */
const BEST = 0.05

/** Fits how likely a claim is true; every set counts the same. */
export function fitClaimSupport(observations: ClaimObservation[]): FittedSupport {
  const sizes = new Map<string, number>()
  for (const { set } of observations) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  let names = [...CLAIM_FEATURES] as ClaimFeature[]
  for (;;) {
    const fitted = fitLogistic(
      observations.map(({ set, evidence, isTrue }) => {
        const features = claimFeatures(evidence)
        return {
          features: names.map((name) => features[name]),
          truth: isTrue,
          weight: WEIGHT_OF_A_SET / sizes.get(set)!,
        }
      }),
      PULL,
    )
    const wrong = names.filter((name, index) => fitted[index]! * DIRECTIONS[name] < 0)
    if (wrong.length === 0) {
      const weights = Object.fromEntries(names.map((name, index) => [name, rounded(fitted[index]!)]))
      const open = { constant: rounded(fitted.at(-1)!), weights, highest: 1 }
      return { ...open, highest: rounded(shareOfBest(observations, open)) }
    }
    names = names.filter((name) => !wrong.includes(name))
  }
}

function shareOfBest(observations: ClaimObservation[], model: FittedSupport): number {
  const ranked = observations
    .map(({ evidence, isTrue }) => ({ support: supportOf(evidence, model), isTrue }))
    .sort((left, right) => right.support - left.support)
  const best = ranked.slice(0, Math.max(1, Math.round(BEST * ranked.length)))
  return meanOf(best.map(({ isTrue }) => Number(isTrue)))
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
