import type { Anchor } from '../../contract/axiom.ts'
import type { Landscape } from '../measure/landscape.ts'

/** Axioms of one level that are relevant to any of the texts, best first. */
export type FindAnchors = (search: {
  levels: readonly number[]
  texts: string[]
  limit: number
  /** The caller on whose behalf the search runs. */
  caller?: string
}) => Promise<Anchor[]>

/** How many axioms a level may add. */
const ANCHORS_PER_LEVEL = 3
const DISPUTED_CLAIMS = 8

/** Before anything was said. */
export const NOTHING_GATHERED = {
  landscape: { camps: [], disagreement: new Map<string, number>() },
  gathered: [],
}

interface Gathering {
  query: string
  level: number
  landscape: Landscape
  gathered: Anchor[]
}

/** Adds the anchors of the next level that are relevant to the query or to a disputed claim. */
export async function gatherAnchors(
  { query, level, landscape, gathered }: Gathering,
  findAnchors: FindAnchors,
): Promise<Anchor[]> {
  const disputed =
    landscape.camps.length > 1 ? landscape.camps.flatMap((camp) => camp.central.position.claims) : []
  const texts = [query, ...disputed.slice(0, DISPUTED_CLAIMS)]
  const found = await findAnchors({ levels: [level], texts, limit: ANCHORS_PER_LEVEL })
  const known = new Set(gathered.map(({ id }) => id))
  return [...gathered, ...found.filter(({ id }) => !known.has(id))]
}
