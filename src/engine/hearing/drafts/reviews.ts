import type { DraftReview } from '../../../contract/draft-review.ts'
import type { DraftState, Verdict } from '../../measure/drafts/draft.ts'
import type { Standing } from '../../measure/landscape.ts'

/** Everything that was said of the drafts, with the key of the seat that said it. */
export function reviewsIn(
  { drafts, judgements, leading, revision }: DraftState,
  standings: Standing[],
): Array<{ key: string; review: DraftReview }> {
  const nameOf = (key: string) => standings.find(({ seat }) => seat.key === key)?.seat.name ?? key
  const common = ({ reviewer, verdict, counted, defect, rebuttal }: Verdict) => ({
    name: nameOf(reviewer),
    verdict,
    counted_verdict: counted,
    defect,
    ...(rebuttal === undefined ? {} : { rebuttal }),
  })
  const first = judgements.map((judgement) => ({
    key: judgement.reviewer,
    review: {
      ...common(judgement),
      authors: drafts[judgement.draft]!.authors.map(nameOf),
      revised: false,
      rank: judgement.rank === null ? null : placeOf(judgement.reviewer, judgement.rank),
    },
  }))
  const revised = (revision?.judgements ?? []).map((judgement) => ({
    key: judgement.reviewer,
    review: {
      ...common(judgement),
      authors:
        judgement.better === 'first' ? drafts[leading]!.authors.map(nameOf) : [nameOf(revision!.author)],
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
