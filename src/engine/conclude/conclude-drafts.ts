import type { Dissent } from '../../contract/deliberation.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import { reviewsIn } from '../hearing/drafts/reviews.ts'
import { concordanceOf } from '../measure/drafts/concordance.ts'
import { type DraftState, deliveredText } from '../measure/drafts/draft.ts'
import { aboutLeading, lastJudgement, supportersOf } from '../measure/drafts/panel-on-draft.ts'
import type { Spiral } from '../measure/spiral.ts'
import { isCode } from '../reading/text/is-code.ts'
import { type Confidence, roundToThousandths } from './confidence.ts'
import { draftProbability } from './draft-confidence.ts'
import { nobodyKnew, outcomeOf, runResult } from './run-result.ts'

/** Builds the result of a run on drafts: the winning draft verbatim, and who judged what. */
export function concludeDrafts(request: DeliberationRequest, spiral: Spiral): Deliberation {
  const common = { ...runResult(request, spiral), kind: 'draft' as const, shortAnswer: null }
  const state = spiral.drafts
  if (state === undefined || state.drafts.length === 0)
    return {
      ...common,
      answer: nobodyKnew(spiral),
      explanation: null,
      outcome: 'split',
      confidence: 0,
      confidenceKind: 'accepted',
      confidenceBasis: 'no model wrote a draft',
      dissent: dissentFrom([], spiral),
    }
  const seats = spiral.standings.map(({ seat }) => seat)
  const wasReviewed = state.judgements.length > 0
  const supporters = wasReviewed ? supportersOf(state, seats) : state.drafts[state.leading]!.authors
  const { confidence, basis } = confidenceIn(state, { request, spiral, supporters })
  return {
    ...common,
    answer: deliveredText(state),
    explanation: explanationOf(state),
    outcome: outcomeOf(supporters, spiral),
    confidence,
    confidenceKind: isCode(withoutTables(state)) ? 'right' : 'accepted',
    confidenceBasis: basis,
    dissent: dissentFrom(wasReviewed ? supporters : writersIn(state), spiral),
    ...(wasReviewed
      ? {
          reviews: reviewsIn(state, spiral.standings).map(({ review }) => review),
          concordance: roundedOrNull(concordanceOf(rankingsIn(state))),
        }
      : {}),
  }
}

/** Those who wrote a draft: before the reviews, nobody is against another's. */
function writersIn({ drafts }: DraftState): string[] {
  return drafts.flatMap(({ authors }) => authors)
}

function explanationOf({ drafts, leading, revision }: DraftState): string | null {
  return (revision?.isAdopted ? revision.explanation : drafts[leading]!.explanation) || null
}

/** The seats that do not stand behind the delivered draft: with their own, and what they find wrong with it. */
function dissentFrom(supporters: string[], { standings, entries, drafts }: Spiral): Dissent[] {
  return standings.flatMap(({ seat, position }, index) => {
    if (supporters.includes(seat.key)) return []
    const defect = drafts?.drafts.length ? lastJudgement(drafts, seat.key)?.defect : undefined
    const failure = entries.map(({ responses }) => responses[index]?.error?.message).find(Boolean)
    const reason = defect ?? failure ?? position?.reason ?? ''
    return [{ model: seat.model, name: seat.name, answer: position?.answer ?? null, reason }]
  })
}

/** A row of a Markdown table, which neither works nor fails. */
const TABLE_ROW = /^[ \t]*\|.*\|[ \t]*$/gm

function withoutTables({ drafts, leading }: DraftState): string {
  return drafts[leading]!.text.replace(TABLE_ROW, '')
}

/**
 * For code, the measured probability that it works, given how similar the drafts of the panel are; a review may lower
 * it and never raises it. Other drafts are not right or wrong: there it is the share of reviewers who accept.
 */
function confidenceIn(
  state: DraftState,
  { request, spiral, supporters }: { request: DeliberationRequest; spiral: Spiral; supporters: string[] },
): Confidence {
  const leading = state.drafts[state.leading]!
  const others = spiral.standings.filter(({ seat }) => seat.key !== leading.authors[0])
  // Those who saw the text that is delivered.
  const isRevised = state.revision?.isAdopted === true
  const reviews = isRevised ? state.revision!.judgements : aboutLeading(state)
  const accepting = reviews.filter(({ counted }) => counted === 'accept').length
  const said =
    reviews.length === 0
      ? 'nobody reviewed it'
      : `${accepting} of ${reviews.length} ${reviews.length === 1 ? 'reviewer' : 'reviewers'}${isRevised ? ' of the revised draft' : ''} would deliver it as it is`
  if (leading.isCut && !isRevised)
    return { confidence: 0, basis: `${said}; it was cut off, so that nobody can use it as it is` }
  if (isCode(withoutTables(state))) {
    const similarity = others.map(({ seat }) => leading.similarity[seat.key] ?? 0)
    const probability = draftProbability(request.textChoice, { similarity })
    const rejecting = reviews.filter(({ counted }) => counted === 'reject').length
    const kept = rejecting === 0 ? 1 : supporters.length / spiral.standings.length
    return {
      confidence: roundToThousandths(probability * kept),
      basis: `${said}; the confidence is the probability that the code works, judged by how similar the drafts are and calibrated on recorded code${rejecting === 0 ? '' : ', then lowered because it was rejected'}`,
    }
  }
  if (reviews.length > 0)
    return {
      confidence: roundToThousandths(accepting / reviews.length),
      basis: `${said}; this share is the confidence, because such a text is not simply right or wrong`,
    }
  return {
    confidence: roundToThousandths(1 - (spiral.entries[0]?.D ?? 1)),
    basis: `${said}; the confidence is how similar the drafts are, because such a text is not simply right or wrong`,
  }
}

function rankingsIn({ judgements }: DraftState) {
  const byReviewer = new Map<string, Map<number, number>>()
  for (const { reviewer, draft, rank } of judgements)
    if (rank !== null) byReviewer.set(reviewer, (byReviewer.get(reviewer) ?? new Map()).set(draft, rank))
  return [...byReviewer.values()]
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : roundToThousandths(value)
}
