import { stableHash } from '../../../utils/stable-hash.ts'
import { normalForm } from '../../reading/text/normal-form.ts'
import { type Bearing, SAYS_THE_SAME } from './bearing.ts'
import { areDistinct } from './distinct-claims.ts'

/** A claim of one seat. */
export interface MadeClaim {
  /** The key of the seat. */
  seat: string
  text: string
  /** The places of the documents that it cites; absent for none. */
  documents?: number[]
  /** Its place in the list of the seat; 0 for the most important. */
  rank: number
}

/** Claims in the order of importance that their seats gave them; the order of the seats does not matter. */
export function inOrder(claims: MadeClaim[]): MadeClaim[] {
  return claims
    .map((claim) => ({ claim, hash: stableHash(claim.text) }))
    .sort(
      (left, right) =>
        left.claim.rank - right.claim.rank ||
        left.hash - right.hash ||
        (left.claim.seat < right.claim.seat ? -1 : 1),
    )
    .map(({ claim }) => claim)
}

/**
 * Groups claims that say the same; the first of a group gives it its words. `bearings` says how the claims bear on each
 * other, as `ReadSupport` returns it. A claim joins a group only if it says the same as every member, so that small
 * differences do not add up along a chain. `pause` lets other callers take their turn.
 */
export async function mergeClaims(
  claims: MadeClaim[],
  bearings: Bearing[][],
  pause: () => Promise<void>,
): Promise<MadeClaim[][]> {
  const groups: number[][] = []
  for (const place of claims.keys()) {
    const group = groups.find((members) => members.every((member) => saySame(place, member)))
    if (group === undefined) groups.push([place])
    else group.push(place)
    await pause()
  }
  return groups.map((members) => members.map((place) => claims[place]!))

  function saySame(one: number, other: number): boolean {
    const [left, right] = [claims[one]!.text, claims[other]!.text]
    if (normalForm(left) === normalForm(right)) return true
    const isSupported = [bearings[one]![other]!, bearings[other]![one]!].every(
      ({ supports }) => supports >= SAYS_THE_SAME,
    )
    return isSupported && !areDistinct(left, right)
  }
}
