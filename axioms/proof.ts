import type { AxiomRecord } from '../src/contract/axiom.ts'

/** A proof: a computation that confirms the figures stated by some axioms. */
export interface Proof {
  /** The ids of these axioms. */
  ids: string[]
  /** Matches the statement; each group is a figure. */
  pattern: RegExp
  /** Computes whether the figures are consistent. */
  holds: (...figures: string[]) => boolean
}

/** Defines a proof: the form that the statements of these axioms have, and how their figures are confirmed. */
export function prove(ids: string | string[], pattern: RegExp, holds: Proof['holds']): Proof {
  return { ids: [ids].flat(), pattern, holds }
}

/** Confirms axioms by computing what they state: returns those for which all proofs hold, and the problems of the others. */
export function confirm(
  axioms: AxiomRecord[],
  proofs: Proof[],
): { confirmed: Set<string>; problems: string[] } {
  const statements = new Map(axioms.map(({ id, axiom }) => [id, axiom]))
  const proved = new Set<string>()
  const refuted = new Set<string>()
  const problems: string[] = []
  for (const proof of proofs) {
    for (const id of proof.ids) {
      const problem = problemWith(statements.get(id), proof)
      if (problem === null) proved.add(id)
      else {
        refuted.add(id)
        problems.push(`${id}: ${problem}`)
      }
    }
  }
  return { confirmed: new Set([...proved].filter((id) => !refuted.has(id))), problems }
}

function problemWith(statement: string | undefined, { pattern, holds }: Proof): string | null {
  if (statement === undefined) return 'has a proof but no axiom'
  const figures = pattern.exec(statement)?.slice(1)
  if (figures === undefined) return `“${statement}” no longer matches its proof`
  try {
    return holds(...figures) ? null : `“${statement}” does not hold when computed`
  } catch (error) {
    return `“${statement}” could not be computed: ${error instanceof Error ? error.message : error}`
  }
}
