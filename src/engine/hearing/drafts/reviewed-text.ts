import type { Verdict } from '../../measure/drafts/draft.ts'
import type { Spiral } from '../../measure/spiral.ts'

/** A text with what its reviewers say of it. */
export interface ReviewedText<Said extends Verdict = Verdict> {
  text: string
  notes: string
  authors: string[]
  said: Said[]
}

/** What was found out about rejects: that they stand, or what the author says against them. */
export interface Findings {
  findings: Map<Verdict, { counted: 'reject' } | { rebuttal: string }>
  spiral: Spiral
}

/** That a reject stands. */
export const STANDS = { counted: 'reject' } as const

/** Whether a verdict is a reject that can stand: nobody can check one that names no defect. */
export function canStand({ verdict, defect }: Verdict): boolean {
  return verdict === 'reject' && defect !== ''
}
