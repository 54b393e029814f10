import type { Anchor } from '../../contract/axiom.ts'
import type { IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import type { DraftReview } from '../../contract/draft-review.ts'
import { clusterOf, type DraftState, deliveredDraft, type ReviewVerdict } from '../measure/drafts.ts'
import { lastVerdicts, meanResidual, residualsOf, supportersOf } from '../measure/weigh-drafts.ts'
import { namesOf, type Seat, type Standing } from '../panel/panel.ts'
import { NEVER_MADE } from '../panel/usage.ts'
import type { HeardReview, HeardRework } from './hear-drafts.ts'
import { type Hearing, laterEntry, notesOn, responseOf } from './hearing.ts'

interface Reviewed {
  drafts: DraftState
  standings: Standing[]
  anchors: Anchor[]
}

/** The record of the reviews. */
export function reviewEntry(
  entries: IterationEntry[],
  reviewed: Reviewed,
  reviews: HeardReview[],
): IterationEntry {
  const { drafts, standings } = reviewed
  const all = reviewsIn(drafts, standings)
  const responses = reviews.map(({ hearing, improvements }, index) => ({
    ...responseTo(hearing, standings[index]!, drafts),
    ...(hearing.reply === null ? {} : { reviews: reviewsBy(hearing.seat, all), improvements }),
  }))
  return draftEntry(entries, reviewed, { phase: 'review', theme: null, responses })
}

/** The record of the revision; seats that were not asked keep what they said. */
export function reworkEntry(
  entries: IterationEntry[],
  reviewed: Reviewed,
  { author, reviewers }: HeardRework,
): IterationEntry {
  const { drafts, standings } = reviewed
  const revised = reviewsIn(drafts, standings).filter(({ review }) => review.revised)
  const responses = standings.map((standing): SeatResponse => {
    const { seat } = standing
    const reviewer = reviewers.find((hearing) => hearing.seat.key === seat.key)
    if (reviewer !== undefined)
      return { ...responseTo(reviewer, standing, drafts), reviews: reviewsBy(seat, revised) }
    if (author?.seat.key !== seat.key)
      return responseTo({ seat, abstention: null, call: NEVER_MADE }, standing, drafts)
    const answer = author.reply?.text ?? null
    return { ...responseTo(author, standing, drafts), answer, ...notesOn(author) }
  })
  const theme = drafts.drafts[drafts.leading]!.text
  return draftEntry(entries, reviewed, { phase: 'revision', theme, responses })
}

function reviewsBy({ key: reviewer }: Seat, reviews: ReturnType<typeof reviewsIn>): DraftReview[] {
  return reviews.filter(({ key }) => key === reviewer).map(({ review }) => review)
}

function draftEntry(
  entries: IterationEntry[],
  { drafts, standings, anchors: axioms }: Reviewed,
  iteration: Pick<IterationEntry, 'phase' | 'theme' | 'responses'>,
): IterationEntry {
  const D = meanResidual(residualsOf(drafts))
  return laterEntry(entries, { ...iteration, D, axioms, clusters: clustersOf(drafts, standings) })
}

/** Those who stand behind the leading draft; the others by their own drafts. */
export function clustersOf(state: DraftState, standings: Standing[]): IterationEntry['clusters'] {
  const supporters = new Set(supportersOf(state))
  const others = state.drafts
    .map(({ text, authors }) => ({ text, keys: authors.filter((key) => !supporters.has(key)) }))
    .filter(({ keys }) => keys.length > 0)
  const leading = { text: deliveredDraft(state).text, keys: [...supporters] }
  return [leading, ...others].map(({ text, keys }) => clusterOf(text, keys, standings))
}

function responseTo(
  hearing: Omit<Hearing<unknown>, 'brief' | 'reply'>,
  standing: Standing,
  state: DraftState,
): SeatResponse {
  const { key } = hearing.seat
  const said = lastVerdicts(state).get(key)
  const isBehind = supportersOf(state).includes(key)
  return {
    ...responseOf(hearing, standing.residual),
    position: isBehind ? deliveredDraft(state).text : (standing.position?.answer ?? null),
    verdict: said?.verdict ?? null,
    counted_verdict: said?.counted ?? null,
    reason: said?.defect ?? hearing.abstention?.message ?? '',
  }
}

/** Everything that was said of the drafts, with the key of the seat that said it. */
export function reviewsIn(
  { drafts, judgements, leading, revision }: DraftState,
  standings: Standing[],
): Array<{ key: string; review: DraftReview }> {
  const common = ({ reviewer, verdict, counted, defect, rebuttal }: ReviewVerdict) => ({
    name: namesOf([reviewer], standings)[0]!,
    verdict,
    counted_verdict: counted,
    defect,
    ...(rebuttal === undefined ? {} : { rebuttal }),
  })
  const first = judgements.map((judgement) => ({
    key: judgement.reviewer,
    review: {
      ...common(judgement),
      authors: namesOf(drafts[judgement.draft]!.authors, standings),
      revised: false,
      rank: judgement.rank === null ? null : placeOf(judgement.reviewer, judgement.rank),
    },
  }))
  const revised = (revision?.judgements ?? []).map((judgement) => ({
    key: judgement.reviewer,
    review: {
      ...common(judgement),
      authors: namesOf(
        judgement.better === 'first' ? drafts[leading]!.authors : [revision!.author],
        standings,
      ),
      revised: judgement.better !== 'first',
      rank: null,
    },
  }))
  return [...first, ...revised]

  /** The place of a rank among those that the reviewer gave, from 1. */
  function placeOf(reviewer: string, rank: number): number {
    const better = judgements.filter(
      (one) => one.reviewer === reviewer && one.rank !== null && one.rank < rank,
    )
    return better.length + 1
  }
}
