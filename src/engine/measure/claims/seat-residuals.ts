import { type CountedEntry, countedEntries, isMeasured } from './dispute.ts'
import type { Ledger } from './ledger.ts'
import type { EntryOpinions } from './opinions.ts'

/**
 * How far each seat is from the panel, by seat key, in [0, 1]: on a point 1 for the smaller side, one half for a seat
 * that cannot tell or says that it depends, and for the larger side the size of the smaller against it; central points
 * weigh 3. Before the panel is asked, a text that is silent on a point is at no distance from it.
 */
export function residualsOnClaims(ledger: Ledger, seats: string[]): Map<string, number> {
  const counted = countedEntries(ledger, seats)
  const open = isMeasured(ledger) ? 0.5 : null
  return new Map(
    seats.flatMap((seat): Array<[string, number]> => {
      const residual = residualOf(seat, counted, open)
      return residual === null ? [] : [[seat, residual]]
    }),
  )
}

function residualOf(seat: string, counted: CountedEntry[], open: number | null): number | null {
  let [sum, whole] = [0, 0]
  for (const { opinions, weight } of counted) {
    const distance = distanceOf(seat, opinions, open)
    if (distance === null) continue
    sum += weight * distance
    whole += weight
  }
  return whole === 0 ? null : sum / whole
}

function distanceOf(seat: string, opinions: EntryOpinions, open: number | null): number | null {
  if (opinions.unsure.includes(seat) || opinions.conditional.includes(seat)) return open
  const sides = [opinions.for, opinions.against]
  const own = sides.find((side) => side.includes(seat))
  if (own === undefined) return null
  const other = sides.find((side) => side !== own)!
  return Math.min(1, other.length / own.length)
}
