import type { ClaimStatus } from '../../../src/contract/claims.ts'

/** How the panel's standing on a point is called. */
export const STATUSES: Record<ClaimStatus, string> = {
  agreed: 'agreed',
  conditional: 'conditional',
  disputed: 'disputed',
  struck: 'rejected',
  single: 'not confirmed',
  unexamined: 'not checked',
}

/** The words of a passage without the marks of Markdown for bold, italic and code. */
export function withoutMarks(quote: string): string {
  return quote.replace(/\*\*|__|`/g, '')
}
