import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import { NO_CLAIMS } from '../measure/claims/ledger.ts'
import type { Spiral } from '../measure/spiral.ts'
import { entriesIn } from './check-text/read-sentences.ts'
import { claimAnalysis } from './claims/claim-analysis.ts'
import { claimDissent, countSupporters } from './claims/claim-dissent.ts'
import { panelClaims } from './claims/panel-claims.ts'
import { textConfidence } from './claims/text-confidence.ts'
import { nobodyKnew, outcomeOf, runResult } from './run-result.ts'
import type { Synthesised } from './synthesise.ts'

interface OpenConclusion {
  request: DeliberationRequest
  spiral: Spiral
  written: Synthesised
}

/** Builds the result of an open question: the text, the claims of the panel, and how far to trust each. */
export function concludeOpen({ request, spiral, written }: OpenConclusion): Deliberation {
  const ledger = spiral.ledger ?? NO_CLAIMS
  const seats = spiral.standings.map(({ seat }) => seat)
  const claims = panelClaims(ledger, seats, spiral.anchors)
  const common = runResult(request, spiral)
  const { confidence, basis } =
    written.text === null
      ? { confidence: 0, basis: 'no model wrote a text' }
      : textConfidence(written.sentences, claims, request.uncalibrated)
  return {
    ...common,
    warnings: [...common.warnings, ...written.warnings, ...contraryWarnings(spiral, written)],
    kind: 'open',
    answer: written.text ?? nobodyKnew(spiral),
    shortAnswer: null,
    explanation: null,
    outcome: outcomeOf(countSupporters(spiral, ledger), spiral),
    confidence,
    confidenceBasis: basis,
    dissent: claimDissent(spiral, ledger),
    ...(written.text === null ? {} : { claims, analysis: claimAnalysis(claims, ledger, seats) }),
  }
}

/** A warning for each claim of the text that an axiom contradicts. */
function contraryWarnings({ ledger = NO_CLAIMS, anchors }: Spiral, { sentences }: Synthesised): string[] {
  const asserted = new Set(sentences.filter(({ isReported }) => !isReported).flatMap(entriesIn))
  return [...asserted].flatMap((place) => {
    const { text, contrary } = ledger.entries[place]!
    const axiom = anchors.find(({ id }) => contrary.includes(id))
    return axiom === undefined
      ? []
      : [`Axiom ${axiom.id} (“${axiom.axiom}”) contradicts a claim of the answer: “${text}”.`]
  })
}
