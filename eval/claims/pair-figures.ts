import type { Bearing, ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { meanOf } from '../long/long-sets.ts'
import { areaUnderRoc } from '../panels/rankings.ts'
import type { LabelledPair } from './claim-sets.ts'
import type { ClaimObservation } from './observe-claims.ts'

/** How well a reader tells what follows from a text from what contradicts it, on labelled pairs. */
export interface PairFigures {
  set: string
  pairs: number
  /** The share of pairs whose label is the most likely one; of sets with two labels the likelier of these. */
  accuracy: number
  entailment: number
}

/** The precision of “contradicted” where this share of the contradictions is found. */
const RECALL = 0.3

/** A labelled pair with how its premise bears on its hypothesis. */
export interface ReadPair extends LabelledPair {
  bearing: Bearing
}

/** Reads labelled pairs one by one. */
export async function readPairs(pairs: LabelledPair[], read: ReadSupport): Promise<ReadPair[]> {
  const found: ReadPair[] = []
  for (const pair of pairs) {
    const [[bearing]] = (await read([pair.hypothesis], [pair.premise])) as [[Bearing]]
    found.push({ ...pair, bearing })
  }
  return found
}

/** The figures of each set of labelled pairs. */
export function pairFigures(pairs: ReadPair[]): PairFigures[] {
  return [...new Set(pairs.map(({ set }) => set))].sort().map((set) => {
    const own = pairs.filter((pair) => pair.set === set)
    const labels = new Set(own.map(({ label }) => label))
    return {
      set,
      pairs: own.length,
      accuracy: meanOf(own.map(({ label, bearing }) => Number(likeliest(bearing, labels) === label))),
      entailment: areaUnderRoc(
        own.map(({ bearing }) => bearing.supports),
        own.map(({ label }) => label === 'entail'),
      ),
    }
  })
}

/** How often a predicted contradiction is one, over all labelled pairs. */
export function contradictionPrecision(pairs: ReadPair[]): number {
  return precisionAtRecall(
    pairs.map(({ bearing }) => bearing.contradicts),
    pairs.map(({ label }) => label === 'contradict'),
  )
}

/** How often a claim that another member contradicts is contradicted by the reference, or at least not supported by it. */
export function contradictedClaims(observations: ClaimObservation[]): {
  contradicted: number
  isFalse: number
} {
  const highest = observations.map(({ evidence }) =>
    Math.max(...evidence.others.map(({ contradicts }) => contradicts)),
  )
  const contradicted = observations.map(({ isContradicted }) => isContradicted)
  return {
    contradicted: precisionAtRecall(highest, contradicted),
    isFalse: precisionAtRecall(
      highest,
      observations.map(({ isTrue }) => !isTrue),
    ),
  }
}

/** The precision at the score that finds at least `RECALL` of the labelled ones; equal scores are all taken. */
export function precisionAtRecall(scores: number[], labels: boolean[]): number {
  const wanted = RECALL * labels.filter(Boolean).length
  const ranked = scores
    .map((score, index) => ({ score, label: labels[index]! }))
    .sort((left, right) => right.score - left.score)
  let [taken, found] = [0, 0]
  while (taken < ranked.length && found < wanted) {
    const { score } = ranked[taken]!
    for (; ranked[taken]?.score === score; taken++) found += Number(ranked[taken]!.label)
  }
  return found / taken
}

function likeliest({ supports, contradicts }: Bearing, labels: Set<string>): LabelledPair['label'] {
  const chances: Array<[LabelledPair['label'], number]> = [
    ['entail', supports],
    ['contradict', contradicts],
    ['neutral', 1 - supports - contradicts],
  ]
  return chances
    .filter(([label]) => labels.has(label))
    .reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
