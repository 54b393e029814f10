import type { Verdict } from '../../contract/deliberation.ts'
import { contentWords } from '../../language/words.ts'
import {
  type Agree,
  type Comparison,
  type Relation,
  SAME_ANSWER,
} from '../measure/agreement/compare-answers.ts'
import type { Stance } from '../measure/divergence.ts'
import type { Position, RevisionBrief } from '../panel/brief.ts'
import type { ParsedReply } from '../reading/reply/parse-reply.ts'
import { type Hearing, positionOf } from './hear-panel.ts'

/** What a reply counts as: the position it leaves the seat at, how it stands to the theme, and why. */
export interface CountedReply {
  position: Position | null
  stance: Stance
  /** The label or id of what the reply names as having refuted the old answer; null when it names nothing. */
  refutation: string | null
  /** How the answer stands to the one held so far; null when there is nothing to compare. */
  toHeld: Compared | null
  /** How the position it counts at stands to the theme; null outside a revision. */
  toTheme: Compared | null
}

/** Two answers compared: how far they agree, and whether that makes them the same. */
export interface Compared {
  agreement: number
  relation: Relation
}

const UNWEIGHED = { refutation: null, toHeld: null, toTheme: null }

/** Share of a claim's words that must return for a paraphrase of it to name it. */
const NAMED = 0.6

/**
 * Weighs a reply. Silence keeps the old position. A change of answer must name the claim or axiom that
 * refuted the old one, otherwise it counts at the old answer. Acceptance must agree with the theme and have answered the
 * other side where that is asked, otherwise it counts as an amendment. Where it cannot be read whether it agrees, the
 * seat was asked: its word counts if it keeps its own answer and nothing in the two speaks against it, and not if it
 * takes over the theme without a reason.
 */
export async function countReply(
  { reply, brief }: Hearing,
  held: Position | null,
  comparison: Pick<Comparison, 'agree' | 'relate' | 'suspects'>,
): Promise<CountedReply> {
  if (reply === null) return { position: held && unaccepted(held), stance: 'silent', ...UNWEIGHED }
  if (brief.phase !== 'revision') return { position: positionOf(reply), stance: 'amend', ...UNWEIGHED }

  // A seat without a position gives its first answer: there is nothing it could name as refuted.
  // Measured from where the rewording began, so that no answer turns into another by small steps.
  const origin = held?.origin ?? held?.answer ?? null
  const { agree } = comparison
  const toHeld = origin === null ? null : await compared(origin, reply.answer, comparison)
  const refutation = refutationNamed(reply.refutedBy, {
    positions: await othersThan(held, brief, agree),
    anchors: brief.anchors,
  })
  const isReworded = toHeld === null || mayReword(toHeld.relation, brief)
  const position = unaccepted(
    isReworded ? rewordedFrom(origin, positionOf(reply)) : refutation === null ? held! : positionOf(reply),
  )
  const toTheme = await compared(position.answer, brief.theme, comparison)
  const keepsAnswer = toHeld === null || toHeld.relation === 'same'
  const mayAgree =
    toTheme.relation === 'unknown' &&
    keepsAnswer &&
    !(await comparison.suspects(position.answer, brief.theme))
  const stance = countVerdict(reply, brief, toTheme.relation === 'same' || mayAgree)
  return {
    position: stance === 'accept' ? { ...position, accepts: brief.theme } : position,
    stance,
    refutation,
    toHeld,
    toTheme,
  }
}

/** A position without what its seat accepted before: acceptance holds for one iteration. */
function unaccepted({ accepts: _, ...position }: Position): Position {
  return position
}

async function compared(
  left: string,
  right: string,
  { agree, relate }: Pick<Comparison, 'agree' | 'relate'>,
): Promise<Compared> {
  return { agreement: await agree(left, right), relation: await relate(left, right) }
}

/** Whether new words count as the old answer: where that cannot be read, only from who was asked to rewrite it. */
function mayReword(toHeld: Relation, { role }: RevisionBrief): boolean {
  return toHeld === 'same' || (toHeld === 'unknown' && role === 'leader')
}

function rewordedFrom(origin: string | null, position: Position): Position {
  return origin === null || origin === position.answer ? position : { ...position, origin }
}

/** The positions shown that speak for another answer: a claim made for an answer is not what refuted it. */
async function othersThan(held: Position | null, { positions }: RevisionBrief, agree: Agree) {
  if (held === null) return positions
  const agreements = await Promise.all(positions.map(({ answer }) => agree(held.answer, answer)))
  return positions.filter((_, index) => agreements[index]! < SAME_ANSWER)
}

function countVerdict(reply: ParsedReply, brief: RevisionBrief, agrees: boolean): Verdict {
  // A verdict that was not offered is taken for an amendment: in a concert the voices only amend.
  const said = reply.verdict ?? 'amend'
  const verdict = brief.verdicts.includes(said) ? said : 'amend'
  if (verdict !== 'accept') return verdict
  if (brief.mustAnswer !== null && reply.rebuttal === null) return 'amend'
  return agrees ? 'accept' : 'amend'
}

/** The label of the claim or the id of the axiom that some words name, among those given; null for none. */
export function refutationNamed(
  words: string | null,
  { positions, anchors }: Pick<RevisionBrief, 'positions' | 'anchors'>,
): string | null {
  if (words === null) return null
  const nameable = [
    ...positions.flatMap(({ claims }) => claims),
    ...anchors.map(({ id, axiom }) => ({ label: id, text: axiom })),
  ]
  const labelled = nameable.find(({ label }) => new RegExp(`(?<![\\w-])${label}(?![\\w-])`, 'i').test(words))
  if (labelled !== undefined) return labelled.label
  const said = new Set(contentWords(words))
  const paraphrased = nameable.find(({ text }) => {
    const content = [...new Set(contentWords(text))]
    return content.length > 1 && content.filter((word) => said.has(word)).length / content.length >= NAMED
  })
  return paraphrased?.label ?? null
}
