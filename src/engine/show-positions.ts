import type { Position, ShownPosition } from './brief.ts'
import { stableShuffle } from './stable-hash.ts'

const LABELS = 'ABCDEFGHIJKLMNOP'

/** Anonymises, shuffles and labels positions; who holds them and how many do is not shown. */
export function showPositions(positions: Position[], seed: string): ShownPosition[] {
  const distinct = [...new Map(positions.map((position) => [position.answer.trim(), position])).values()]
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
