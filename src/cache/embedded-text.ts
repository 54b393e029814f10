import { bothEnds } from '../utils/both-ends.ts'

/** Longer questions are embedded by their beginning and end: there it says what is asked, and the time is bounded. */
const LONGEST_EMBEDDED = 16_000

/** The part of a query that its vector is made of. */
export function embeddedText(query: string): string {
  return bothEnds(query, LONGEST_EMBEDDED)
}
