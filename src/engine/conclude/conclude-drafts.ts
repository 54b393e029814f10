import type { Dissent } from '../../contract/deliberation.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import { reviewsIn } from '../hearing/drafts/reviews.ts'
import { concordanceOf } from '../measure/drafts/concordance.ts'
import { type DraftState, deliveredDraft } from '../measure/drafts/draft.ts'
import { lastVerdicts, supportersOf } from '../measure/drafts/panel-on-draft.ts'
import type { Spiral } from '../measure/spiral.ts'
import { roundToThousandths } from './confidence.ts'
import { draftConfidence } from './draft-confidence.ts'
import { nobodyKnew, outcomeOf, runResult, withinOutcome } from './run-result.ts'

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
      confidenceBasis: 'No model wrote a draft.',
      dissent: dissentFrom([], spiral),
    }
  const wasReviewed = state.judgements.length > 0
  const supporters = supportersOf(state)
  const { text, notes } = deliveredDraft(state)
  const outcome = outcomeOf(supporters, spiral)
  const { confidence, basis } = draftConfidence(state, spiral.standings)
  return {
    ...common,
    answer: text,
    explanation: notes || null,
    outcome,
    confidence: withinOutcome(outcome, confidence),
    confidenceKind: 'accepted',
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

/** The seats that do not stand behind the delivered draft: with their own, and what they find wrong with it. */
function dissentFrom(supporters: string[], { standings, entries, drafts }: Spiral): Dissent[] {
  return standings.flatMap(({ seat, position }, index) => {
    if (supporters.includes(seat.key)) return []
    const defect = drafts?.drafts.length ? lastVerdicts(drafts).get(seat.key)?.defect : undefined
    const failure = entries.map(({ responses }) => responses[index]?.error?.message).find(Boolean)
    const reason = defect ?? failure ?? position?.reason ?? ''
    return [{ model: seat.model, name: seat.name, answer: position?.answer ?? null, reason }]
  })
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
