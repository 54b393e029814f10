import { ClaimOpinion } from '../../../contract/claims.ts'
import { objectsIn } from './json-in-reply.ts'
import { type Reading, unreadable } from './judged-labels.ts'
import { rulingsIn } from './read-rulings.ts'
import { afterThinking } from './thinking.ts'

/** What a seat says of one point. */
export interface PointRuling {
  label: string
  verdict: ClaimOpinion
  why: string
}

/** Reads rulings on the points with these labels; what is said of other labels is left out. */
export function readPointRulings(text: string, labels: string[]): Reading<PointRuling[]> {
  const spoken = (afterThinking(text) ?? '').trim()
  for (const fields of objectsIn(spoken)) {
    const rulings = rulingsIn(fields, labels, ClaimOpinion.options)
    if (rulings.length > 0) return { reply: rulings }
  }
  return unreadable('The reply contains no ruling on any point.', text)
}
