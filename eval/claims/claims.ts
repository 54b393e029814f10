import { readClaimSupport } from '../../src/adapters/assets/data-files.ts'
import { openBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import type { Embed } from '../../src/engine/measure/texts/embed.ts'
import { FOLDS, foldOf } from '../panels/recordings.ts'
import { type SupportFigures, type SupportFits, supportFigures } from './claim-figures.ts'
import { claimFiles, readClaimFiles } from './claim-files.ts'
import type { ClaimPanel } from './claim-sets.ts'
import { essayFigures } from './essay-figures.ts'
import { type FittedSupport, fitClaimSupport } from './fit-claim-support.ts'
import { type ClaimObservation, observeClaims } from './observe-claims.ts'
import { readOverlap } from './overlap-reader.ts'
import { contradictedClaims, contradictionPrecision, pairFigures, readPairs } from './pair-figures.ts'
import { type ClaimFigures, printClaimFigures } from './print-claims.ts'
import { EXAMINERS } from './simulated-examiner.ts'
import { type SimulatedFigures, simulatedFigures } from './simulated-figures.ts'
import { drawnPanel, openSimulation, type SimulatedRun } from './simulated-panels.ts'
import { openBareModel, openSupportReader } from './support-reader.ts'

interface Options {
  files: string[]
  folder: string
  json: boolean
}

/** The fits that may judge a question, by set. */
interface Fits {
  name: string
  for(fold: number): FittedSupport
  of(set: ClaimObservation[]): SupportFits
}

/** The recorded sets whose members answered from memory and whose claims were judged one by one. */
const EXAMINED = ['factscore_12lm', 'refchecker']
const MOST_PANELS = 24

/** Measures how well claims are read and how well their support is calibrated, beside word overlap. */
export async function evaluateClaims({ files, folder, json }: Options): Promise<void> {
  const readers: Array<[string, ReadSupport, ReadSupport]> = [
    ['word overlap', readOverlap, readOverlap],
    ['the shipped model', await openSupportReader(), await openBareModel()],
  ]
  const { embed } = await openBuiltinEmbedder()
  const isRecorded = files.length === 0
  const data = readClaimFiles(isRecorded ? claimFiles(folder) : files)
  const all: ClaimFigures[] = []
  for (const [reader, read, readPair] of readers) {
    const sets: ClaimObservation[][] = []
    for (const panels of data.sets.values()) sets.push(await observeClaims(panels, read))
    const observed = sets.filter(({ length }) => length > 0)
    const fits = isRecorded ? crossValidated(observed) : shipped()
    const pairs = await readPairs(data.pairs, readPair)
    all.push({
      reader,
      fitted: fits.name,
      support: [...observed.map((of) => supportFigures(of, fits.of(of))), ...pooled(observed, fits)],
      pairs: pairFigures(pairs),
      contradiction: pairs.length === 0 ? null : contradictionPrecision(pairs),
      contradicted: observed
        .filter((of) => of.some(({ isContradicted }) => isContradicted))
        .map((of) => ({ set: of[0]!.set, ...contradictedClaims(of) })),
      essays: data.essays.length === 0 ? null : await essayFigures(data.essays, read),
      simulated: await simulated(data.sets, fits, { embed, read }),
    })
  }
  if (json) console.log(JSON.stringify(all, null, 2))
  else all.forEach(printClaimFigures)
}

async function simulated(
  sets: Map<string, ClaimPanel[]>,
  fits: Fits,
  { embed, read }: { embed: Embed; read: ReadSupport },
): Promise<SimulatedFigures[]> {
  const simulate = openSimulation({
    embed,
    readSupport: read,
    supportFor: (panel) => ({ version: '', fitted: fits.name, ...fits.for(foldOf(panel)) }),
  })
  const figures: SimulatedFigures[] = []
  for (const [set, panels] of sets) {
    if (!EXAMINED.includes(set)) continue
    const drawn = panels.map(drawnPanel).filter(({ seats }) => seats.length > 1)
    const runs: SimulatedRun[] = []
    for (const panel of drawn.slice(0, MOST_PANELS)) runs.push(...(await simulate(panel, EXAMINERS)))
    for (const { name } of EXAMINERS)
      figures.push(simulatedFigures(runs.filter(({ examiner }) => examiner === name)))
  }
  return figures
}

/** The figures of all sets together; none if there is only one. */
function pooled(sets: ClaimObservation[][], fits: Fits): SupportFigures[] {
  if (sets.length < 2) return []
  const all = sets.flat().map((observation) => ({ ...observation, set: 'all' }))
  return [supportFigures(all, { for: ({ fold }) => fits.for(fold), withoutSet: null, ofSet: null })]
}

/** Every claim is judged by fits that have not seen its question. */
function crossValidated(sets: ClaimObservation[][]): Fits {
  const byFold = fitsByFold(sets.flat())
  return {
    name: 'cross-validated by question',
    for: (fold) => byFold[fold]!,
    of(observations) {
      const others = sets.filter((other) => other !== observations).flat()
      const ownByFold = fitsByFold(observations)
      return {
        for: ({ fold }) => byFold[fold]!,
        withoutSet: others.length === 0 ? null : fitClaimSupport(others),
        ofSet: ({ fold }) => ownByFold[fold]!,
      }
    },
  }
}

function shipped(): Fits {
  const model = readClaimSupport()
  return {
    name: 'the shipped fit',
    for: () => model,
    of: () => ({ for: () => model, withoutSet: null, ofSet: null }),
  }
}

function fitsByFold(observations: ClaimObservation[]) {
  return Array.from({ length: FOLDS }, (_, fold) =>
    fitClaimSupport(observations.filter((observation) => observation.fold !== fold)),
  )
}
