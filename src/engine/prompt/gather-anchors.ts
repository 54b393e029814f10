import type { Anchor } from '../../contract/axiom.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Landscape } from '../measure/landscape.ts'
import { type Asked, previousTurn } from '../panel/asked.ts'
import { mayReferBack } from '../reading/question/kind/sentence-reading.ts'
import { refersBack } from '../reading/question/refers-back.ts'
import { cutText } from '../reading/text/cut-text.ts'

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

interface Gathering {
  asked: Asked
  level: number
  /** The claims in dispute; none before anything was said. */
  disputed: string[]
  gathered: Anchor[]
}

/** Adds the anchors of the next level that are relevant to the query or to a disputed claim. */
export async function gatherAnchors(
  { asked, level, disputed, gathered }: Gathering,
  findAnchors: FindAnchors,
): Promise<Anchor[]> {
  const texts = [...textsToAnchor(asked), ...disputed.slice(0, DISPUTED_CLAIMS)]
  const found = await findAnchors({ levels: [level], texts, limit: ANCHORS_PER_LEVEL })
  const known = new Set(gathered.map(({ id }) => id))
  return [...gathered, ...found.filter(({ id }) => !known.has(id))]
}

/**
 * What axioms are searched for by: the query, together with the turn before it where it is so short that it may refer to
 * that. “And in total?” finds by itself whatever else has a total.
 */
function textsToAnchor(asked: Asked): string[] {
  const { query } = asked
  const before = mayReferBack(query) ? previousTurn(asked) : null
  if (before === null) return [query]
  const together = `${cutText(before, LIMITS.queryCharacters)}\n${query}`
  return refersBack(query) ? [together] : [query, together]
}

/** The claims of opposing camps. */
export function claimsInDispute({ camps }: Landscape): string[] {
  return camps.length > 1 ? camps.flatMap((camp) => camp.central.position.claims) : []
}
