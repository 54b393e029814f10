import {
  CLAIM_FEATURES,
  type ClaimFeature,
  claimFeatures,
} from '../../src/engine/measure/claims/claim-features.ts'
import { type ClaimSupport, supportOf } from '../../src/engine/measure/claims/claim-support.ts'
import { growBoostedTrees } from '../fitting/boosted-trees.ts'
import { meanOf } from '../long/long-sets.ts'
import type { ClaimObservation } from './observe-claims.ts'

/** The part of the model that is fitted. */
export type FittedSupport = Omit<ClaimSupport, 'version' | 'fitted'>

/** The direction in which a feature may count, whatever the recordings say; 0 for either. */
const DIRECTIONS: Record<ClaimFeature, -1 | 0 | 1> = {
  meanSupport: 1,
  highestSupport: 1,
  secondSupport: 1,
  saying: 1,
  meanContradiction: -1,
  highestContradiction: -1,
  meanShared: 1,
  highestShared: 1,
  meanSharedSupport: 1,
  highestSharedSupport: 1,
  panelSupport: 0,
  panelShared: 0,
  otherModels: 0,
}
const GROWTH = {
  trees: 60,
  leaves: 8,
  rate: 0.1,
  smallestLeaf: 15,
  directions: CLAIM_FEATURES.map((name) => DIRECTIONS[name]),
}
const WEIGHT_OF_A_SET = 3_000
/** The share of best supported claims that limits what is stated of any. */
const BEST = 0.05
/**
 * The questions are those of another set, but here the models had the answer before them: from what a panel says, the
 * two cannot be told apart, and what is asked of the service comes without the answer.
 */
const LEFT_OUT = 'refchecker, with a context'

/** Fits how likely a claim is true; every set counts the same. */
export function fitClaimSupport(observations: ClaimObservation[]): FittedSupport {
  const others = observations.filter(({ set }) => set !== LEFT_OUT)
  const used = others.length === 0 ? observations : others
  const sizes = new Map<string, number>()
  for (const { set } of used) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const grown = growBoostedTrees(
    {
      features: [...CLAIM_FEATURES],
      rows: used.map(({ evidence }) => {
        const features = claimFeatures(evidence)
        return Float32Array.from(CLAIM_FEATURES, (name) => features[name])
      }),
      truth: used.map(({ isTrue }) => isTrue),
      weights: used.map(({ set }) => WEIGHT_OF_A_SET / sizes.get(set)!),
    },
    GROWTH,
  )
  return { ...grown, highest: rounded(shareOfBest(used, { ...grown, highest: 1 })) }
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
