import type { SupportFigures } from './claim-figures.ts'
import type { EssayFigures } from './essay-figures.ts'
import type { PairFigures } from './pair-figures.ts'
import type { SimulatedFigures } from './simulated-figures.ts'

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
  /** What becomes of panels whose members judge each other's claims. */
  simulated: SimulatedFigures[]
}

/** Prints the figures of one reader as tables. */
export function printClaimFigures({
  reader,
  fitted,
  support,
  pairs,
  contradiction,
  contradicted,
  essays,
  simulated,
}: ClaimFigures): void {
  console.log(`\nRead by ${reader}`)
  if (support.length > 0) {
    console.log(`Support by the other members, true claims against false ones (${fitted})`)
    console.table(Object.fromEntries(support.map((figures) => [figures.set, supportRow(figures)])))
    console.log('Calibration of support, each set')
    console.table(Object.fromEntries(support.map((figures) => [figures.set, calibrationRow(figures)])))
  }
  if (pairs.length > 0) {
    console.log('Labelled pairs')
    console.table(
      Object.fromEntries(
        pairs.map(({ set, accuracy, entailment, ...rest }) => [
          set,
          { pairs: rest.pairs, accuracy: digits(accuracy), 'AUROC of entailment': digits(entailment) },
        ]),
      ),
    )
    console.log(`“Contradicted”, precision at recall 0.30 over all labelled pairs: ${digits(contradiction)}`)
  }
  for (const { set, ...precision } of contradicted)
    console.log(
      `“Contradicted” by another member on ${set}, precision at recall 0.30: ${digits(precision.contradicted)} against the reference, ${digits(precision.isFalse)} not supported by it`,
    )
  if (essays !== null)
    console.log(
      `Essays with a mechanism wrong, AUROC over ${essays.pairs} pairs: ${digits(essays.listed)} by the strongest contradiction of listed claims, ${digits(essays.mean)} by their mean, ${digits(essays.sentences)} with sentences, ${digits(essays.divergence)} by the estimated D`,
    )
  if (simulated.length === 0) return
  console.log(
    'Panels of up to five through the whole engine, whose members know the verdicts but err or say yes',
  )
  console.table(simulated.map(simulatedRow))
  console.log('False claims among what the writer may use, and among as many claims of the best member')
  console.table(simulated.map(falseRow))
}

function simulatedRow(figures: SimulatedFigures) {
  return {
    set: figures.set,
    examiners: figures.examiner,
    calls: `${figures.meanCalls.toFixed(1)}, most ${figures.mostCalls}`,
    'true struck': digits(figures.trueStruck),
    'false struck': digits(figures.falseStruck),
    'false agreed': digits(figures.falseAgreed),
    'false single': digits(figures.falseSingle),
    'support, true': digits(figures.trueSupport),
    'support, false': digits(figures.falseSupport),
    D: `${digits(figures.firstDivergence)} → ${digits(figures.lastDivergence)}`,
    outcomes: Object.entries(figures.outcomes)
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(', '),
  }
}

function falseRow(figures: SimulatedFigures) {
  return {
    set: figures.set,
    examiners: figures.examiner,
    'examined, usable': digits(figures.usable),
    'best member': digits(figures.bestMember),
    'by support, nobody asked': digits(figures.bySupport),
    'best member, all claims': digits(figures.bestMemberWhole),
  }
}

function supportRow(figures: SupportFigures) {
  const { precision } = figures
  return {
    claims: figures.claims,
    true: digits(figures.isTrue),
    'AUROC, read': digits(figures.read),
    'AUROC, fitted': digits(figures.fitted),
    'mean of members': digits(figures.meanByMember),
    'without the set': digits(figures.withoutSet?.auroc ?? null),
    'AUC-PR false, read': digits(precision.falseRead),
    'false, fitted': digits(precision.falseFitted),
    'true, read': digits(precision.trueRead),
    'true, fitted': digits(precision.trueFitted),
  }
}

function calibrationRow(figures: SupportFigures) {
  return {
    true: digits(figures.isTrue),
    stated: digits(figures.stated),
    ECE: digits(figures.calibrationError),
    'ECE, fitted on the set alone': digits(figures.ownCalibrationError),
    'ECE, fitted without the set': digits(figures.withoutSet?.calibrationError ?? null),
  }
}

function digits(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : value.toFixed(3)
}
