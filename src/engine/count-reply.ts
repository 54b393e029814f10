import type { Verdict } from '../contract/deliberation.ts'
import { type Agree, SAME_ANSWER } from './answer/agreement.ts'
import type { ParsedReply } from './answer/parse-reply.ts'
import type { Position, RevisionBrief } from './brief.ts'
import type { Stance } from './divergence.ts'
import { type Hearing, positionOf } from './hear-panel.ts'
import { contentWords } from './words.ts'

/** What a reply counts as: the position it leaves the seat at, and how it stands to the theme. */
export interface CountedReply {
  position: Position | null
  stance: Stance
}

/** Share of a claim's words that must return for a paraphrase of it to name it. */
const NAMED = 0.6

/**
 * Weighs a reply. Silence keeps the old position. A change of answer must name the claim or axiom that
 * refuted the old one, otherwise it counts at the old answer. Acceptance must agree with the theme
 * and have answered the other side where that is asked, otherwise it counts as an amendment.
 */
export async function countReply(
  hearing: Hearing,
  held: Position | null,
  agree: Agree,
): Promise<CountedReply> {
  const { reply, brief } = hearing
  if (reply === null) return { position: held, stance: 'silent' }
  if (brief.phase !== 'revision') return { position: positionOf(reply), stance: 'amend' }

  // A seat without a position gives its first answer: there is nothing it could name as refuted.
  const changed = held !== null && (await agree(held.answer, reply.answer)) < SAME_ANSWER
  const position = changed && !namesRefutation(reply.refutedBy, brief) ? held : positionOf(reply)
  return { position, stance: await countVerdict({ reply, brief, position, agree }) }
}

interface Acceptance {
  reply: ParsedReply
  brief: RevisionBrief
  position: Position
  agree: Agree
}

async function countVerdict({ reply, brief, position, agree }: Acceptance): Promise<Verdict> {
  // A verdict that was not offered is taken for an amendment: in a concert the voices only amend.
  const said = reply.verdict ?? 'amend'
  const verdict = brief.verdicts.includes(said) ? said : 'amend'
  if (verdict !== 'accept') return verdict
  if (brief.mustAnswer !== null && reply.rebuttal === null) return 'amend'
  return (await agree(position.answer, brief.theme)) >= SAME_ANSWER ? 'accept' : 'amend'
}

/** Whether the words given name a claim or an axiom that the seat was shown. */
export function namesRefutation(named: string | null, brief: RevisionBrief): boolean {
  if (named === null) return false
  const claims = brief.positions.flatMap((position) => position.claims)
  const labels = [...claims.map(({ label }) => label), ...brief.anchors.map(({ id }) => id)]
  if (labels.some((label) => new RegExp(`(?<![\\w-])${label}(?![\\w-])`, 'i').test(named))) return true
  const said = new Set(contentWords(named))
  return [...claims.map(({ text }) => text), ...brief.anchors.map(({ axiom }) => axiom)].some((text) => {
    const words = [...new Set(contentWords(text))]
    return words.length > 1 && words.filter((word) => said.has(word)).length / words.length >= NAMED
  })
}
