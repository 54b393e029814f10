import { type Bearing, CONTRADICTED } from './bearing.ts'
import { otherNumber } from './other-number.ts'
import { tellOtherThings } from './other-property.ts'

/** How claims stand to each other, one row and one column per claim. */
interface Exclusions {
  /** How surely each excludes each other one, from 0 to 1. */
  excluded: number[][]
  /** Whether they say the same of two things or occasions. */
  isApart: boolean[][]
}

/**
 * How surely each claim excludes each other one: what was read in either direction, unless they say different things of
 * their subject. Where they are the same sentence with another number, that number decides, which a model easily overlooks
 * or takes for a contradiction. `pause` lets other callers take their turn.
 */
export async function exclusions(
  texts: string[],
  bearings: Bearing[][],
  pause: () => Promise<void>,
): Promise<Exclusions> {
  const excluded: number[][] = []
  const isApart: boolean[][] = []
  for (const [place, text] of texts.entries()) {
    const byNumber = texts.map((other, index) => (index === place ? null : otherNumber(text, other)))
    isApart.push(byNumber.map((said) => said === 'compatible'))
    excluded.push(
      byNumber.map((said, index) => {
        if (index === place) return 0
        if (said !== null) return said === 'excludes' ? 1 : 0
        const read = Math.max(bearings[place]![index]!.contradicts, bearings[index]![place]!.contradicts)
        return read >= CONTRADICTED && tellOtherThings(text, texts[index]!) ? 0 : read
      }),
    )
    await pause()
  }
  return { excluded, isApart }
}

/** The places of the claims that cannot be true together with each claim. */
export function rivalsIn({ excluded }: Pick<Exclusions, 'excluded'>): number[][] {
  return excluded.map((row) => row.flatMap((value, place) => (value >= CONTRADICTED ? [place] : [])))
}
