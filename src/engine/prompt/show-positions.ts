import { stableShuffle } from '../../utils/stable-hash.ts'
import type { Position, ShownPosition } from '../panel/brief.ts'
import { cutText } from '../reading/text/cut-text.ts'

/** One label for each seat of the largest panel. */
export const LABELS = 'ABCDEFGHIJKLMNOP'

/** Limits long reasons, so that one verbose voice does not crowd out the others. */
const LONGEST_REASON = 1_500

/**
 * Anonymises, shuffles and labels positions. Who holds them and how many do is not shown: of equal positions, the first
 * with claims represents all, so that an echo never replaces a case.
 */
export function showPositions(
  positions: Position[],
  isSame: (left: string, right: string) => boolean,
  seed: string,
): ShownPosition[] {
  const argued = [...positions].sort((left, right) => Number(isArgued(right)) - Number(isArgued(left)))
  const distinct = argued.filter(
    ({ answer }, index) => !argued.slice(0, index).some((earlier) => isSame(earlier.answer, answer)),
  )
  return stableShuffle(distinct, (position) => position.answer, seed).map((position, index) => {
    const label = LABELS[index] ?? `P${index + 1}`
    // A position without claims can still be referred to: its reason, or the bare answer, serves as its claim.
    const reason = cutText(position.reason, LONGEST_REASON)
    const claims = isArgued(position) ? position.claims : [reason || position.answer]
    return {
      label,
      answer: position.answer,
      reason,
      claims: claims.map((text, claimIndex) => ({ label: `${label}${claimIndex + 1}`, text })),
    }
  })
}

function isArgued({ claims }: Position): boolean {
  return claims.length > 0
}
