import type { Claim } from '../../contract/claims.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import { basisOf } from '../measure/claims/dispute.ts'
import { type Ledger, NO_CLAIMS } from '../measure/claims/ledger.ts'
import { mayBeEnglish } from '../measure/claims/read-by-language.ts'
import type { Spiral } from '../measure/spiral.ts'
import { agreementConfidence } from './agreement-confidence.ts'
import { entriesIn } from './check-text/read-sentences.ts'
import { claimAnalysis } from './claims/claim-analysis.ts'
import { claimDissent, supportingSeats } from './claims/claim-dissent.ts'
import { panelClaims } from './claims/panel-claims.ts'
import { assertedIn, textConfidence } from './claims/text-confidence.ts'
import type { Confidence } from './confidence.ts'
import { nobodyKnew, outcomeOf, runResult } from './run-result.ts'
import type { Synthesised } from './synthesise.ts'

interface OpenConclusion {
  request: DeliberationRequest
  spiral: Spiral
  written: Synthesised
  /** How far the texts of the panel agree, from 0 to 1. */
  agreement: number
}

/** Builds the result of an open question: the text, the claims of the panel, and how far to trust each. */
export function concludeOpen({ request, spiral, written, agreement }: OpenConclusion): Deliberation {
  const ledger = spiral.ledger ?? NO_CLAIMS
  const seats = spiral.standings.map(({ seat }) => seat)
  const claims = panelClaims(ledger, seats, {
    anchors: spiral.anchors,
    documents: request.background?.documents,
  })
  const common = runResult(request, spiral, written.isLate)
  const { confidence, basis } = confidenceIn(written, claims, { request, agreement })
  return {
    ...common,
    warnings: [
      ...common.warnings,
      ...written.warnings,
      ...contraryWarnings(spiral, written),
      ...dividedWarnings(claims, written),
      ...unexaminedWarnings(ledger),
      ...languageWarnings(claims),
    ],
    kind: 'open',
    answer: written.text ?? nobodyKnew(spiral),
    shortAnswer: null,
    explanation: null,
    outcome: outcomeOf(supportingSeats(spiral, ledger), spiral),
    confidence,
    confidenceKind: 'supported',
    confidenceBasis: basis,
    dissent: claimDissent(spiral, ledger),
    ...(written.isIncomplete && { incomplete: true }),
    ...(written.text === null ? {} : { claims, analysis: claimAnalysis(claims, ledger, seats) }),
  }
}

function confidenceIn(
  { text, sentences }: Synthesised,
  claims: Claim[],
  { request, agreement }: Pick<OpenConclusion, 'request' | 'agreement'>,
): Confidence {
  if (text === null) return { confidence: 0, basis: 'no model wrote a text' }
  if (sentences.length === 0 || claims.length === 0) return agreementConfidence(agreement)
  return textConfidence(sentences, claims, request.uncalibrated ?? otherLanguage(text))
}

/** Claims were recorded and their readings measured in English only. */
function otherLanguage(text: string): string | null {
  return mayBeEnglish(text) ? null : 'the recorded panels are in English, and the text is not'
}

/**
 * A warning for the claims that the text seems to assert although they were struck or are disputed: not every such text
 * is refused, and none for that reason in another language than English.
 */
function dividedWarnings(claims: Claim[], { sentences }: Synthesised): string[] {
  const asserted = [...new Set(sentences.flatMap((sentence) => assertedIn(sentence, claims)))]
  const quoted = (status: Claim['status']) =>
    asserted.filter((place) => claims[place]!.status === status).map((place) => `“${claims[place]!.text}”`)
  const [struck, disputed] = [quoted('struck'), quoted('disputed')]
  return [
    ...(struck.length > 0
      ? [`The answer seems to assert claims that were struck: ${struck.join(', ')}.`]
      : []),
    ...(disputed.length > 0
      ? [`The answer seems to assert claims that are disputed: ${disputed.join(', ')}.`]
      : []),
  ]
}

/** A warning for claims that were left out when the panel was asked: neither D nor the outcome says anything of them. */
function unexaminedWarnings(ledger: Ledger): string[] {
  const left = ledger.entries.filter(({ isExamined }) => !isExamined)
  if (left.length === 0 || basisOf(ledger) === 'estimated') return []
  const central = left.filter(({ isCentral }) => isCentral).length
  return [
    `${left.length} of ${ledger.entries.length} claims, ${central} of them central, were not put to the models, which are asked about a limited number; D and the outcome do not cover them.`,
  ]
}

/** A warning where the claims are in a language that the model that reads claims does not know. */
function languageWarnings(claims: Claim[]): string[] {
  if (mayBeEnglish(claims.map(({ text }) => text).join(' '))) return []
  return [
    'The claims are not in English: whether a text says them was judged by shared words and by the models of the panel only, and no contradiction was read from the texts.',
  ]
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
