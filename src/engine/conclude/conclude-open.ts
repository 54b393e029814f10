import type { Claim } from '../../contract/claims.ts'
import type { Deliberation, Run, Spiral } from '../deliberation.ts'
import { saysInItsText } from '../measure/claims/ledger.ts'
import type { Holder } from '../measure/divergence.ts'
import { speakersAmong } from '../panel/panel.ts'
import { claimDissent, supportingSeats } from './claims/claim-dissent.ts'
import { claimAnalysis, panelClaims } from './claims/panel-claims.ts'
import { conclude } from './conclude.ts'
import type { Confidence } from './confidence.ts'
import {
  ownTextConfidence,
  textConfidence,
  unexaminedConfidence,
  WRITTEN_UNEXAMINED,
} from './text-confidence.ts'
import type { Writing, WrittenText } from './write-text.ts'

/**
 * Builds the result of an open question: the text, the claims of the panel, and how far it supports them. The holders of
 * texts come the best first; `writing` is null where no text was to be written.
 */
export function concludeOpen(
  run: Pick<Run, 'request' | 'spiral'>,
  ranked: Holder[],
  writing: Writing | null,
): Deliberation {
  const { request, spiral } = run
  const ledger = spiral.ledger!
  const seats = spiral.standings.map(({ seat }) => seat)
  const claims = panelClaims(ledger, seats, { anchors: spiral.anchors, facts: request.calibration.facts })
  const written = writing?.written ?? null
  const own = ownText(ranked, claims, spiral)
  return {
    ...conclude(run, {
      kind: 'open',
      answer: written?.text ?? own.text,
      supporters: supportingSeats(spiral, ledger),
      confidence: written === null ? own.confidence : writtenConfidence(written, claims),
      dissent: claimDissent(spiral, ledger),
      warnings: [...(writing?.warnings ?? []), ...(written === null ? own.warnings : [])],
      isLate: writing?.isLate,
    }),
    ...(ranked.length > 0 && { claims, analysis: claimAnalysis(claims, ledger, seats) }),
    ...(written !== null && {
      citations: written.citations,
      unsupported: written.unsupported,
      repaired: written.repaired,
    }),
  }
}

function writtenConfidence(written: WrittenText, claims: Claim[]): Confidence {
  return claims.length === 0 ? WRITTEN_UNEXAMINED : textConfidence(written, claims)
}

interface OwnText {
  text: string | null
  confidence: Confidence
  warnings: string[]
}

/** The best text of the panel that makes no struck claim; the best of all, with a warning, where each makes one. */
function ownText(ranked: Holder[], claims: Claim[], { ledger, standings }: Spiral): OwnText {
  const made = (holder: Holder) =>
    claims.filter((_, place) => saysInItsText(ledger!.entries[place]!, holder.seat.key) === true)
  const struckBy = (holder: Holder) => made(holder).filter(({ status }) => status === 'struck')
  const chosen = ranked.find((holder) => struckBy(holder).length === 0) ?? ranked[0]
  if (chosen === undefined)
    return { text: null, confidence: { confidence: 0, basis: 'No model wrote a text.' }, warnings: [] }
  const struck = struckBy(chosen).map(({ text }) => `“${text}”`)
  const text = chosen.position.answer
  const writers = speakersAmong(
    ranked.filter(({ position }) => position.answer === text).map(({ seat }) => seat),
  )
  const models = speakersAmong(standings.map(({ seat }) => seat))
  return {
    text,
    confidence:
      claims.length > 0 ? ownTextConfidence(made(chosen)) : unexaminedConfidence(writers.size, models.size),
    warnings: struck.length === 0 ? [] : [`The answer makes claims that were struck: ${struck.join(', ')}.`],
  }
}
