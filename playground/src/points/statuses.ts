import type { ClaimStatus } from '../../../src/contract/claims.ts'

/** How the panel's standing on a point is called. */
export const STATUSES: Record<ClaimStatus, string> = {
  agreed: 'agreed',
  conditional: 'depends',
  disputed: 'disputed',
  struck: 'rejected',
  single: 'not confirmed',
  unexamined: 'not checked',
}
