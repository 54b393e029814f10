import { type Bearing, CONTRADICTED } from './bearing.ts'
import { otherNumber } from './other-number.ts'

/**
 * How surely each claim excludes each other one, from 0 to 1: what was read in either direction. Where they are the same
 * sentence with another number, that number decides, which a model easily overlooks or takes for a contradiction.
 * `pause` lets other callers take their turn.
 */
export async function exclusions(
  texts: string[],
  bearings: Bearing[][],
  pause: () => Promise<void>,
): Promise<number[][]> {
  const excluded: number[][] = []
  for (const [place, text] of texts.entries()) {
    excluded.push(
      texts.map((other, index) => {
        if (index === place) return 0
        const byNumber = otherNumber(text, other)
        if (byNumber !== null) return byNumber === 'excludes' ? 1 : 0
        return Math.max(bearings[place]![index]!.contradicts, bearings[index]![place]!.contradicts)
      }),
    )
    await pause()
  }
  return excluded
}

/** The places of the claims that cannot be true together with each claim. */
export function rivalsIn(excluded: number[][]): number[][] {
  return excluded.map((row) => row.flatMap((value, place) => (value >= CONTRADICTED ? [place] : [])))
}
