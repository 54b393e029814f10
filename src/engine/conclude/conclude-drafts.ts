import type { Deliberation, Run } from '../deliberation.ts'
import { reviewsIn } from '../hearing/drafts/draft-entry.ts'
import type { Standing } from '../measure/divergence.ts'
import { concordanceOf } from '../measure/drafts/concordance.ts'
import { type DraftState, deliveredDraft } from '../measure/drafts/draft.ts'
import { lastVerdicts, supportersOf } from '../measure/drafts/panel-on-draft.ts'
import type { Spiral } from '../measure/spiral.ts'
import { conclude, dissentFrom } from './conclude.ts'
import { type Confidence, roundToThousandths } from './confidence.ts'
import { draftConfidence } from './draft-confidence.ts'

/** Builds the result of a run on drafts: the winning draft verbatim, and who judged what. */
export function concludeDrafts(run: Run): Deliberation {
  const { spiral } = run
  const state = spiral.drafts
  const concluded = (answer: string | null, supporters: string[], behind: string[], confidence: Confidence) =>
    conclude(run, {
      kind: 'draft',
      answer,
      supporters,
      confidence,
      dissent: dissentFrom(behind, spiral, (standing, index) => reasonOf(standing, index, spiral)),
    })
  if (state === undefined || state.drafts.length === 0)
    return concluded(null, [], [], { confidence: 0, basis: 'No model wrote a draft.' })
  const wasReviewed = state.judgements.length > 0
  const supporters = supportersOf(state)
  const { text, notes } = deliveredDraft(state)
  // Before the reviews, nobody who wrote a draft is against another's.
  const behind = wasReviewed ? supporters : state.drafts.flatMap(({ authors }) => authors)
  return {
    ...concluded(text, supporters, behind, draftConfidence(state, spiral.standings)),
    explanation: notes || null,
    ...(wasReviewed
      ? {
          reviews: reviewsIn(state, spiral.standings).map(({ review }) => review),
          concordance: roundedOrNull(concordanceOf(rankingsIn(state))),
        }
      : {}),
  }
}

/** What a seat finds wrong with the delivered draft, else why it said nothing, else what it says of its own. */
function reasonOf({ seat, position }: Standing, index: number, { entries, drafts }: Spiral) {
  const defect = drafts?.drafts.length ? lastVerdicts(drafts).get(seat.key)?.defect : undefined
  const failure = entries.map(({ responses }) => responses[index]?.error?.message).find(Boolean)
  return defect ?? failure ?? position?.reason
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
