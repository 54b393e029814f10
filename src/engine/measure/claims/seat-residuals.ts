import { type CountedEntry, countedEntries } from './dispute.ts'
import type { Ledger } from './ledger.ts'
import type { EntryOpinions } from './opinions.ts'

/**
 * How far each seat is from the panel, by seat key, in [0, 1]: on an entry 1 for the smaller side, one half for a seat
 * that is unsure, and for the larger side the size of the smaller against it; central entries weigh 3. The mean over
 * the seats is D where each of them has an opinion on every entry.
 */
export function residualsOnClaims(ledger: Ledger, seats: string[]): Map<string, number> {
  const counted = countedEntries(ledger, seats)
  return new Map(
    seats.flatMap((seat): Array<[string, number]> => {
      const residual = residualOf(seat, counted)
      return residual === null ? [] : [[seat, residual]]
    }),
  )
}

function residualOf(seat: string, counted: CountedEntry[]): number | null {
  let [sum, whole] = [0, 0]
  for (const { opinions, weight } of counted) {
    const distance = distanceOf(seat, opinions)
    if (distance === null) continue
    sum += weight * distance
    whole += weight
  }
  return whole === 0 ? null : sum / whole
}

function distanceOf(seat: string, opinions: EntryOpinions): number | null {
  if (opinions.unsure.includes(seat)) return 0.5
  const sides = [opinions.for, opinions.against]
  const own = sides.find((side) => side.includes(seat))
  if (own === undefined) return null
  const other = sides.find((side) => side !== own)!
  return Math.min(1, other.length / own.length)
}
