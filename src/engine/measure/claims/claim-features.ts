import type { Bearing } from './bearing.ts'

/** What is known of a claim before anybody is asked; several seats of one model count as one. */
export interface ClaimEvidence {
  /** How the texts of the models that did not make it bear on it. */
  others: Bearing[]
  /** How many models made it. */
  makers: number
  /** Its place in the list of the seat that ranks it highest; 0 for the first. */
  rank: number
}

/** The names of the features that predict whether a claim is true. */
export const CLAIM_FEATURES = [
  'mean support',
  'highest support',
  'mean contradiction',
  'highest contradiction',
  'share of makers',
  'place in the list',
  'other models',
] as const

const LAST_PLACE = 11

/** The features of a claim in the order of `CLAIM_FEATURES`. All but one of its makers are other models that say so too. */
export function claimFeatures({ others, makers, rank }: ClaimEvidence): number[] {
  const said = Array.from({ length: makers - 1 }, (): Bearing => ({ supports: 1, contradicts: 0 }))
  const texts = [...said, ...others]
  const supports = texts.map((bearing) => bearing.supports)
  const contradicts = texts.map((bearing) => bearing.contradicts)
  return [
    meanOf(supports),
    Math.max(0, ...supports),
    meanOf(contradicts),
    Math.max(0, ...contradicts),
    makers / (makers + others.length),
    Math.min(rank, LAST_PLACE) / LAST_PLACE,
    Math.log2(1 + texts.length),
  ]
}

function meanOf(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
