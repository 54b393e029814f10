import type { DraftReview } from '../../../contract/draft-review.ts'
import type { DraftState } from '../../measure/drafts/draft.ts'
import type { Standing } from '../../measure/landscape.ts'

/** Everything that was said of the drafts, with the key of the seat that said it. */
export function reviewsIn(
  { drafts, judgements, leading, revision }: DraftState,
  standings: Standing[],
): Array<{ key: string; review: DraftReview }> {
  const nameOf = (key: string) => standings.find(({ seat }) => seat.key === key)?.seat.name ?? key
  const first = judgements.map(({ reviewer, draft, verdict, counted, defect, rank }) => ({
    key: reviewer,
    review: {
      name: nameOf(reviewer),
      authors: drafts[draft]!.authors.map(nameOf),
      revised: false,
      verdict,
      counted_verdict: counted,
      defect,
      rank: rank === null ? null : placeOf(reviewer, rank),
    },
  }))
  const revised = (revision?.judgements ?? []).map(({ reviewer, better, verdict, counted, defect }) => ({
    key: reviewer,
    review: {
      name: nameOf(reviewer),
      authors: better === 'first' ? drafts[leading]!.authors.map(nameOf) : [nameOf(revision!.author)],
      revised: better !== 'first',
      verdict,
      counted_verdict: counted,
      defect,
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
