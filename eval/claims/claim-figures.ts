import { claimFeatures } from '../../src/engine/measure/claims/claim-features.ts'
import { supportOf } from '../../src/engine/measure/claims/claim-support.ts'
import { meanOf } from '../long/long-sets.ts'
import { areaUnderRoc, averagePrecision, calibrationError } from '../panels/rankings.ts'
import type { FittedSupport } from './fit-claim-support.ts'
import type { ClaimObservation } from './observe-claims.ts'

/** How well support tells true claims of a set from false ones. */
export interface SupportFigures {
  set: string
  claims: number
  /** The share of true claims. */
  isTrue: number
  /** AUROC of the mean support of the other texts, as it was read. */
  read: number
  /** AUROC of the fitted support, and its mean over the members with their own claims alone. */
  fitted: number
  byMember: Record<string, number>
  meanByMember: number
  /** Average precision of finding false and true claims by the mean support as read, and by the fitted one. */
  precision: { falseRead: number; trueRead: number; falseFitted: number; trueFitted: number }
  stated: number
  calibrationError: number
  /** With a fit that has seen no claim of the set; null if there is no other set. */
  withoutSet: { auroc: number; calibrationError: number } | null
  /** With a fit on this set alone, of other questions. */
  ownCalibrationError: number | null
}

/** Fits of support that have not seen an observation, each in its own way. */
export interface SupportFits {
  for(observation: ClaimObservation): FittedSupport
  withoutSet: FittedSupport | null
  ofSet: ((observation: ClaimObservation) => FittedSupport) | null
}

/** Members with fewer judged claims say too little about themselves. */
const FEWEST_CLAIMS = 50

/** The figures of the judged claims of one set. */
export function supportFigures(observations: ClaimObservation[], fits: SupportFits): SupportFigures {
  const truth = observations.map(({ isTrue }) => isTrue)
  const stated = (fitOf: (observation: ClaimObservation) => FittedSupport) =>
    observations.map((observation) => supportOf(observation.evidence, fitOf(observation)))
  const read = observations.map(({ evidence }) => claimFeatures(evidence).meanSupport)
  const fitted = stated(fits.for)
  const byMember = aurocByMember(observations, fitted)
  const { withoutSet, ofSet } = fits
  const unseen = withoutSet === null ? null : stated(() => withoutSet)
  return {
    set: observations[0]!.set,
    claims: observations.length,
    isTrue: meanOf(truth.map(Number)),
    read: areaUnderRoc(read, truth),
    fitted: areaUnderRoc(fitted, truth),
    byMember,
    meanByMember: meanOf(Object.values(byMember)),
    precision: {
      falseRead: precisionOfFalse(read, truth),
      trueRead: averagePrecision(read, truth.map(Number)),
      falseFitted: precisionOfFalse(fitted, truth),
      trueFitted: averagePrecision(fitted, truth.map(Number)),
    },
    stated: meanOf(fitted),
    calibrationError: calibrationError(fitted, truth),
    withoutSet:
      unseen === null
        ? null
        : { auroc: areaUnderRoc(unseen, truth), calibrationError: calibrationError(unseen, truth) },
    ownCalibrationError: ofSet === null ? null : calibrationError(stated(ofSet), truth),
  }
}

function precisionOfFalse(support: number[], truth: boolean[]): number {
  return averagePrecision(
    support.map((value) => -value),
    truth.map((isTrue) => Number(!isTrue)),
  )
}

function aurocByMember(observations: ClaimObservation[], support: number[]): Record<string, number> {
  const members = new Map<string, { support: number[]; truth: boolean[] }>()
  observations.forEach(({ model, isTrue }, index) => {
    const member = members.get(model) ?? { support: [], truth: [] }
    member.support.push(support[index]!)
    member.truth.push(isTrue)
    members.set(model, member)
  })
  return Object.fromEntries(
    [...members]
      .filter(([, { truth }]) => truth.length >= FEWEST_CLAIMS && new Set(truth).size === 2)
      .map(([model, member]) => [model, areaUnderRoc(member.support, member.truth)]),
  )
}
