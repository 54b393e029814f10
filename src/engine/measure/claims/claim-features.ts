import type { Bearing } from './bearing.ts'

/** Who says a claim, and how others bear on it, before anybody is asked; several seats of one model count as one. */
export interface ClaimSources {
  /** How the texts of the models that did not make it bear on it. */
  others: Bearing[]
  /** How many models made it. */
  makers: number
}

/** The mean over all claims of a panel: models that say different things often know nothing of the subject. */
interface PanelEvidence {
  support: number
  shared: number
}

/** What is known of a claim before anybody is asked. */
export interface ClaimEvidence extends ClaimSources {
  panel: PanelEvidence
}

/** The names of the features that predict whether a claim is true. */
export const CLAIM_FEATURES = [
  'meanSupport',
  'highestSupport',
  'secondSupport',
  'saying',
  'meanContradiction',
  'highestContradiction',
  'meanShared',
  'highestShared',
  'meanSharedSupport',
  'highestSharedSupport',
  'panelSupport',
  'panelShared',
  'otherModels',
] as const
export type ClaimFeature = (typeof CLAIM_FEATURES)[number]

/** The features of a claim. */
export function claimFeatures(evidence: ClaimEvidence): Record<ClaimFeature, number> {
  const texts = textsOn(evidence)
  const of = (value: (bearing: Bearing) => number) => {
    const values = texts.map(value)
    return { mean: meanOf(values), highest: Math.max(0, ...values) }
  }
  const support = of(({ supports }) => supports)
  const contradiction = of(({ contradicts }) => contradicts)
  const shared = of((bearing) => bearing.shared)
  // A text that says so in the same words, names and numbers says it surely.
  const both = of(({ supports, shared }) => supports * shared)
  return {
    meanSupport: support.mean,
    highestSupport: support.highest,
    secondSupport: texts.map(({ supports }) => supports).sort((left, right) => right - left)[1] ?? 0,
    saying: meanOf(texts.map(({ supports }) => Number(supports > 0.5))),
    meanContradiction: contradiction.mean,
    highestContradiction: contradiction.highest,
    meanShared: shared.mean,
    highestShared: shared.highest,
    meanSharedSupport: both.mean,
    highestSharedSupport: both.highest,
    panelSupport: evidence.panel.support,
    panelShared: evidence.panel.shared,
    otherModels: Math.log2(1 + texts.length),
  }
}

/** How far the models of a panel support the claims of each other, over all its claims. */
export function panelOn(claims: ClaimSources[]): PanelEvidence {
  const mean = (value: (bearing: Bearing) => number) =>
    meanOf(claims.map((sources) => meanOf(textsOn(sources).map(value))))
  return { support: mean(({ supports }) => supports), shared: mean(({ shared }) => shared) }
}

/** All but one of the makers of a claim are other models that say so too. */
function textsOn({ others, makers }: ClaimSources): Bearing[] {
  return [
    ...Array.from({ length: makers - 1 }, () => ({ supports: 1, contradicts: 0, shared: 1 })),
    ...others,
  ]
}

function meanOf(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
