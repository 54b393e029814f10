import type { Position, ShownPosition } from './brief.ts'
import { stableShuffle } from './stable-hash.ts'

const LABELS = 'ABCDEFGHIJKLMNOP'

/**
 * Anonymises, shuffles and labels positions. Who holds them and how many do is not shown: of positions that
 * are the same, the first stands for all.
 */
export function showPositions(
  positions: Position[],
  isSame: (left: string, right: string) => boolean,
  seed: string,
): ShownPosition[] {
  const distinct = positions.filter(
    ({ answer }, index) => !positions.slice(0, index).some((earlier) => isSame(earlier.answer, answer)),
  )
  return stableShuffle(distinct, (position) => position.answer, seed).map((position, index) => {
    const label = LABELS[index] ?? `P${index + 1}`
    // A position without claims can still be named: its reason, or the bare answer, stands as its claim.
    const claims = position.claims.length > 0 ? position.claims : [position.reason || position.answer]
    return {
      label,
      answer: position.answer,
      reason: position.reason,
      claims: claims.map((text, claimIndex) => ({ label: `${label}${claimIndex + 1}`, text })),
    }
  })
}
