import type { AxiomRecord } from '../src/contract/axiom.ts'

/** What some axioms state in figures that code can compute again. */
export interface Proof {
  /** The axioms that state it. */
  ids: string[]
  /** Finds the figures in the statement, one group each. */
  pattern: RegExp
  /** Computes anew whether the figures found belong together. */
  holds: (...figures: string[]) => boolean
}

/** Says that the statements of these axioms have this form, and how the figures in them are confirmed. */
export function prove(ids: string | string[], pattern: RegExp, holds: Proof['holds']): Proof {
  return { ids: [ids].flat(), pattern, holds }
}

/** Confirms axioms by computing what they state: which ones hold by all their proofs, and what is wrong with the others. */
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
  if (statement === undefined) return 'has a proof and is no axiom'
  const figures = pattern.exec(statement)?.slice(1)
  if (figures === undefined) return `“${statement}” no longer reads as its proof expects`
  try {
    return holds(...figures) ? null : `“${statement}” does not hold when computed`
  } catch (error) {
    return `“${statement}” could not be computed: ${error instanceof Error ? error.message : error}`
  }
}
