import type { Anchor } from '../../contract/axiom.ts'
import type { Verdict } from '../../contract/deliberation.ts'
import { contentWords } from '../../language/words.ts'
import {
  type Agree,
  type Comparison,
  type Relation,
  SAME_ANSWER,
} from '../measure/agreement/compare-answers.ts'
import type { Stance } from '../measure/divergence.ts'
import { nameableDocuments } from '../panel/asked.ts'
import type { Position, RevisionBrief, ShownText } from '../panel/brief.ts'
import type { ParsedReply } from '../reading/reply/parse-reply.ts'
import { type Hearing, positionOf } from './hear-panel.ts'

/** What a reply counts as: the resulting position of the seat, its relation to the theme, and why. */
export interface CountedReply {
  position: Position | null
  stance: Stance
  /** The label or id of what the reply names as the refutation of the old answer; null when it names nothing. */
  refutation: string | null
  /** How the answer compares with the one held so far; null when there is nothing to compare. */
  toHeld: Compared | null
  /** How the counted position compares with the theme; null outside a revision. */
  toTheme: Compared | null
}

/** Two answers compared: how far they agree, and whether they are the same. */
export interface Compared {
  agreement: number
  relation: Relation
}

/** A reply that nothing was compared with. */
export const UNWEIGHED = { refutation: null, toHeld: null, toTheme: null }

/** The share of a claim's words that a paraphrase must contain to refer to it. */
const NAMED = 0.6

/**
 * Decides what a reply counts as. Silence keeps the old position. A change of answer must name the claim, axiom or
 * document that refuted the old one; otherwise the old answer is counted. An acceptance must agree with the theme and have answered
 * the other side where required; otherwise it counts as an amendment. If it cannot be determined whether it agrees, the
 * statement of the seat counts if it keeps its own answer and nothing in the two texts contradicts it, but not if it
 * adopts the theme without a reason.
 */
export async function countReply(
  { reply, brief }: Hearing,
  held: Position | null,
  comparison: Pick<Comparison, 'agree' | 'relate' | 'suspects'>,
): Promise<CountedReply> {
  if (reply === null) return { position: held && unaccepted(held), stance: 'silent', ...UNWEIGHED }
  if (brief.phase !== 'revision') return { position: positionOf(reply), stance: 'amend', ...UNWEIGHED }

  // A seat without a position gives its first answer: there is nothing it could name as refuted.
  // Measured from the wording before any rewording, so that no answer turns into another in small steps.
  const origin = held?.origin ?? held?.answer ?? null
  const { agree } = comparison
  const toHeld = origin === null ? null : await compared(origin, reply.answer, comparison)
  const others = await othersThan(held, brief, agree)
  const refutation = refutationNamed(
    reply.refutedBy,
    [...others.flatMap(({ claims }) => claims), ...nameableDocuments(brief)],
    brief.anchors,
  )
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

/** A position without an earlier acceptance: acceptance holds for one iteration. */
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

/** Whether new wording counts as the old answer: if that cannot be determined, only for a seat asked to rewrite it. */
function mayReword(toHeld: Relation, { role }: RevisionBrief): boolean {
  return toHeld === 'same' || (toHeld === 'unknown' && role === 'leader')
}

function rewordedFrom(origin: string | null, position: Position): Position {
  return origin === null || origin === position.answer ? position : { ...position, origin }
}

/** The shown positions for other answers: a claim made for an answer cannot be what refuted it. */
async function othersThan(held: Position | null, { positions }: RevisionBrief, agree: Agree) {
  if (held === null) return positions
  const agreements = await Promise.all(positions.map(({ answer }) => agree(held.answer, answer)))
  return positions.filter((_, index) => agreements[index]! < SAME_ANSWER)
}

function countVerdict(reply: ParsedReply, brief: RevisionBrief, agrees: boolean): Verdict {
  // A verdict that was not offered counts as an amendment: in a concert the voices only amend.
  const said = reply.verdict ?? 'amend'
  const verdict = brief.verdicts.includes(said) ? said : 'amend'
  if (verdict !== 'accept') return verdict
  if (brief.mustAnswer !== null && reply.rebuttal === null) return 'amend'
  return agrees ? 'accept' : 'amend'
}

/** The label of the claim, reason or document, or the id of the axiom, that the words refer to, among those given; null for none. */
export function refutationNamed(
  words: string | null,
  reasons: ShownText[],
  anchors: Anchor[],
): string | null {
  if (words === null) return null
  const nameable = [...reasons, ...anchors.map(({ id, axiom }) => ({ label: id, text: axiom }))]
  const labelled = nameable.find(({ label }) => new RegExp(`(?<![\\w-])${label}(?![\\w-])`, 'i').test(words))
  if (labelled !== undefined) return labelled.label
  const said = new Set(contentWords(words))
  const paraphrased = nameable.find(({ text }) => {
    const content = [...new Set(contentWords(text))]
    return content.length > 1 && content.filter((word) => said.has(word)).length / content.length >= NAMED
  })
  return paraphrased?.label ?? null
}
