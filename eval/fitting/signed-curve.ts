import { fitLogistic } from './logistic-regression.ts'

interface Row<Part extends string> {
  evidence: Record<Part, number>
  truth: boolean
  weight: number
}

/** Fits a curve to parts of evidence, each of which may only count one way: what would count the other way is left out. */
export function fitSigned<Part extends string>(rows: Array<Row<Part>>, signs: Record<Part, number>) {
  const parts = Object.keys(signs) as Part[]
  const weights = Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>
  for (let kept = parts; ; ) {
    const fitted = fitLogistic(
      rows.map(({ evidence, ...row }) => ({ ...row, features: kept.map((part) => evidence[part]) })),
    )
    kept.forEach((part, place) => {
      weights[part] = rounded(fitted[place]!)
    })
    const wrong = kept.find((part) => weights[part] * signs[part] < 0)
    if (wrong === undefined) return { constant: rounded(fitted.at(-1)!), weights }
    weights[wrong] = 0
    kept = kept.filter((part) => part !== wrong)
  }
}

/** A measured number, with as many digits as are kept. */
export function rounded(value: number): number {
  return Number(value.toFixed(4))
}
