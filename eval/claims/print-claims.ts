import type { SupportFigures } from './claim-figures.ts'
import type { ClaimFigures } from './claims.ts'

/** Prints the figures of one reader as tables. */
export function printClaimFigures({
  reader,
  fitted,
  support,
  pairs,
  contradiction,
  contradicted,
  essays,
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
      `Essays with a mechanism wrong, AUROC over ${essays.pairs} pairs: ${digits(essays.listed)} with listed claims, ${digits(essays.sentences)} with sentences`,
    )
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
