import type { Verdict } from '../contract/deliberation.ts'
import { type Agree, SAME_ANSWER } from './agreement/compare-answers.ts'
import type { ParsedReply } from './answer/parse-reply.ts'
import type { Position, RevisionBrief } from './brief.ts'
import type { Stance } from './divergence.ts'
import { type Hearing, positionOf } from './hear-panel.ts'
import { contentWords } from './words.ts'

/** What a reply counts as: the position it leaves the seat at, how it stands to the theme, and why. */
export interface CountedReply {
  position: Position | null
  stance: Stance
  /** The label or id of what the reply names as having refuted the old answer; null when it names nothing. */
  refutation: string | null
  /** Agreement of the answer with the one held so far; null when there is nothing to compare. */
  heldAgreement: number | null
  /** Agreement of the position it counts at with the theme; null outside a revision. */
  themeAgreement: number | null
}

const UNWEIGHED = { refutation: null, heldAgreement: null, themeAgreement: null }

/** Share of a claim's words that must return for a paraphrase of it to name it. */
const NAMED = 0.6

/**
 * Weighs a reply. Silence keeps the old position. A change of answer must name the claim or axiom that
 * refuted the old one, otherwise it counts at the old answer. Acceptance must agree with the theme
 * and have answered the other side where that is asked, otherwise it counts as an amendment.
 */
export async function countReply(
  { reply, brief }: Hearing,
  held: Position | null,
  agree: Agree,
): Promise<CountedReply> {
  if (reply === null) return { position: held, stance: 'silent', ...UNWEIGHED }
  if (brief.phase !== 'revision') return { position: positionOf(reply), stance: 'amend', ...UNWEIGHED }

  // A seat without a position gives its first answer: there is nothing it could name as refuted.
  // Measured from where the rewording began, so that no answer turns into another by small steps.
  const origin = held?.origin ?? held?.answer ?? null
  const heldAgreement = origin === null ? null : await agree(origin, reply.answer)
  const refutation = refutationNamed(reply.refutedBy, {
    positions: await othersThan(held, brief, agree),
    anchors: brief.anchors,
  })
  const changed = heldAgreement !== null && heldAgreement < SAME_ANSWER
  const position = changed
    ? refutation === null
      ? held!
      : positionOf(reply)
    : rewordedFrom(origin, positionOf(reply))
  const themeAgreement = await agree(position.answer, brief.theme)
  const stance = countVerdict(reply, brief, themeAgreement)
  return { position, stance, refutation, heldAgreement, themeAgreement }
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

function countVerdict(reply: ParsedReply, brief: RevisionBrief, themeAgreement: number): Verdict {
  // A verdict that was not offered is taken for an amendment: in a concert the voices only amend.
  const said = reply.verdict ?? 'amend'
  const verdict = brief.verdicts.includes(said) ? said : 'amend'
  if (verdict !== 'accept') return verdict
  if (brief.mustAnswer !== null && reply.rebuttal === null) return 'amend'
  return themeAgreement >= SAME_ANSWER ? 'accept' : 'amend'
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
