import type { Bearing } from './bearing.ts'

/** Who says a claim, and how others bear on it, before anybody is asked; several seats of one model count as one. */
export interface ClaimSources {
  /** How the texts of the models that did not make it bear on it. */
  others: Bearing[]
  /** How many models made it. */
  makers: number
}

/** What is known of a claim before anybody is asked. */
export interface ClaimEvidence extends ClaimSources {
  /** The mean support of all claims of the panel: models that say different things often know nothing of the subject. */
  panelSupport: number
}

/** The names of the features that predict whether a claim is true. */
export const CLAIM_FEATURES = [
  'meanSupport',
  'highestSupport',
  'meanContradiction',
  'highestContradiction',
  'panelSupport',
  'otherModels',
] as const
export type ClaimFeature = (typeof CLAIM_FEATURES)[number]

/** The features of a claim. */
export function claimFeatures(evidence: ClaimEvidence): Record<ClaimFeature, number> {
  const texts = textsOn(evidence)
  const contradicts = texts.map((bearing) => bearing.contradicts)
  return {
    meanSupport: meanSupport(evidence),
    highestSupport: Math.max(0, ...texts.map((bearing) => bearing.supports)),
    meanContradiction: meanOf(contradicts),
    highestContradiction: Math.max(0, ...contradicts),
    panelSupport: evidence.panelSupport,
    otherModels: Math.log2(1 + texts.length),
  }
}

/** How far the other models support a claim on average. */
export function meanSupport(sources: ClaimSources): number {
  return meanOf(textsOn(sources).map(({ supports }) => supports))
}

/** All but one of the makers of a claim are other models that say so too. */
function textsOn({ others, makers }: ClaimSources): Bearing[] {
  return [...Array.from({ length: makers - 1 }, () => ({ supports: 1, contradicts: 0 })), ...others]
}

function meanOf(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
