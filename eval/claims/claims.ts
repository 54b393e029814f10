import { readClaimSupport } from '../../src/adapters/assets/data-files.ts'
import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { FOLDS } from '../panels/recordings.ts'
import { type SupportFigures, type SupportFits, supportFigures } from './claim-figures.ts'
import { claimFiles, readClaimFiles } from './claim-files.ts'
import { type EssayFigures, essayFigures } from './essay-figures.ts'
import { fitClaimSupport } from './fit-claim-support.ts'
import { type ClaimObservation, observeClaims } from './observe-claims.ts'
import { readOverlap } from './overlap-reader.ts'
import {
  contradictedClaims,
  contradictionPrecision,
  type PairFigures,
  pairFigures,
  readPairs,
} from './pair-figures.ts'
import { printClaimFigures } from './print-claims.ts'
import { openSupportReader, scoredReader } from './support-reader.ts'

/** What is measured of claims with one reader. */
export interface ClaimFigures {
  reader: string
  /** How support was fitted. */
  fitted: string
  support: SupportFigures[]
  pairs: PairFigures[]
  /** The precision of “contradicted” on the labelled pairs. */
  contradiction: number | null
  /** The same of claims that another member contradicts. */
  contradicted: Array<{ set: string; contradicted: number; isFalse: number }>
  essays: EssayFigures | null
}

interface Options {
  files: string[]
  folder: string
  /** A folder of scores that another model gave; absent for the shipped reader. */
  scores?: string
  json: boolean
}

/** Measures how well claims are read and how well their support is calibrated, beside word overlap. */
export async function evaluateClaims({ files, folder, scores, json }: Options): Promise<void> {
  const readers: Array<[string, ReadSupport]> = [
    ['word overlap', readOverlap],
    scores === undefined ? ['the shipped model', await openSupportReader()] : [scores, scoredReader(scores)],
  ]
  const isRecorded = files.length === 0
  const data = readClaimFiles(isRecorded ? claimFiles(folder) : files)
  const all: ClaimFigures[] = []
  for (const [reader, read] of readers) {
    const sets = await Promise.all([...data.sets.values()].map((panels) => observeClaims(panels, read)))
    const observed = sets.filter(({ length }) => length > 0)
    const pairs = await readPairs(data.pairs, read)
    all.push({
      reader,
      fitted: isRecorded ? 'cross-validated by question' : 'the shipped fit',
      support: isRecorded ? crossValidated(observed) : withShipped(observed),
      pairs: pairFigures(pairs),
      contradiction: pairs.length === 0 ? null : contradictionPrecision(pairs),
      contradicted: observed
        .filter((of) => of.some(({ isContradicted }) => isContradicted))
        .map((of) => ({ set: of[0]!.set, ...contradictedClaims(of) })),
      essays: data.essays.length === 0 ? null : await essayFigures(data.essays, read),
    })
  }
  if (json) console.log(JSON.stringify(all, null, 2))
  else all.forEach(printClaimFigures)
}

/** Every claim is judged by fits that have not seen its question. */
function crossValidated(sets: ClaimObservation[][]): SupportFigures[] {
  const byFold = fitsByFold(sets.flat())
  return sets.map((observations) => {
    const others = sets.filter((other) => other !== observations).flat()
    const ownByFold = fitsByFold(observations)
    return supportFigures(observations, {
      for: ({ fold }) => byFold[fold]!,
      withoutSet: others.length === 0 ? null : fitClaimSupport(others),
      ofSet: ({ fold }) => ownByFold[fold]!,
    })
  })
}

function fitsByFold(observations: ClaimObservation[]) {
  return Array.from({ length: FOLDS }, (_, fold) =>
    fitClaimSupport(observations.filter((observation) => observation.fold !== fold)),
  )
}

function withShipped(sets: ClaimObservation[][]): SupportFigures[] {
  const model = readClaimSupport()
  const fits: SupportFits = { for: () => model, withoutSet: null, ofSet: null }
  return sets.map((observations) => supportFigures(observations, fits))
}
