import type { Anchor } from '../../contract/axiom.ts'
import { LIMITS } from '../../contract/limits.ts'
import { type Asked, previousTurn } from '../panel/asked.ts'
import { cutText } from '../reading/text/cut-text.ts'

/** Axioms of some levels that are relevant to any of the texts, best first. */
export type FindAnchors = (search: {
  levels: readonly number[]
  texts: string[]
  limit: number
  /** The caller on whose behalf the search runs. */
  caller?: string
}) => Promise<Anchor[]>

/** How many axioms a prompt has at most, and how relevant each is at least: others only cost sentences. */
const MOST_ANCHORS = 3
const LEAST_RELEVANCE = 0.85
const DISPUTED_CLAIMS = 8
/** A shorter question may refer to what was said before it. */
const MAY_REFER_BACK = 80

interface Gathering {
  asked: Asked
  /** The highest level of axioms that are shown. */
  level: number
  /** The claims in dispute; none for a closed question, and before anything was said. */
  disputed: string[]
}

/** The axioms up to a level that are relevant to the question or to a disputed claim. */
export async function gatherAnchors(
  { asked, level, disputed }: Gathering,
  findAnchors: FindAnchors,
): Promise<Anchor[]> {
  const found = await findAnchors({
    levels: Array.from({ length: level }, (_, index) => index + 1),
    texts: [textToAnchor(asked), ...disputed.slice(0, DISPUTED_CLAIMS)],
    limit: MOST_ANCHORS,
  })
  return found.filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
}

/** Axioms with others added that are not among them. */
export function withAnchors(known: Anchor[], found: Anchor[]): Anchor[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...found.filter(({ id }) => !ids.has(id))]
}

/** What axioms are searched for by: “And in total?” finds by itself whatever else has a total. */
function textToAnchor(asked: Asked): string {
  const { query } = asked
  const before = query.length < MAY_REFER_BACK ? previousTurn(asked) : null
  return before === null ? query : `${cutText(before, LIMITS.queryCharacters)}\n${query}`
}
