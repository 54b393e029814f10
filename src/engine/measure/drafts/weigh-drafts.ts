import type { DraftVerdict } from '../../../contract/draft-review.ts'
import type { DraftState, Verdict } from './draft.ts'

/** The residual of a seat that says this of a draft. */
const RESIDUALS: Record<DraftVerdict, number> = { accept: 0, amend: 0.5, reject: 1 }
/** The residual of a seat that wrote another draft and said nothing of this one. */
const UNSURE = 0.5

/** How far reviewers are from a text, by seat key. */
export function residualsFrom(said: Verdict[]): Map<string, number> {
  return new Map(said.map(({ reviewer, counted }) => [reviewer, RESIDUALS[counted]]))
}

/** How far the other seats are from a draft, by seat key. Its authors do not count: that they like it proves nothing. */
export function residualsOn(place: number, { drafts, judgements }: DraftState): Map<string, number> {
  const others = drafts.filter((_, index) => index !== place).flatMap(({ authors }) => authors)
  const said = judgements.filter(({ draft }) => draft === place)
  return new Map([...others.map((key) => [key, UNSURE] as const), ...residualsFrom(said)])
}

/** The mean of residuals; one half if there is none. */
export function meanResidual(residuals: ReadonlyMap<string, number>): number {
  return meanOf([...residuals.values()], UNSURE)
}

/**
 * The place of the leading draft: the lowest mean residual, then the fewest who reject it, also where that does not stand,
 * then the best mean rank, then the best choice by its text. A draft that is cut off or unfit leads only where there is no
 * other.
 */
export function leadingDraft(state: DraftState): number {
  const weighed = state.drafts.map((draft, index) => {
    const ranks = state.judgements.flatMap((one) =>
      one.draft === index && one.rank !== null ? [one.rank] : [],
    )
    const rejects = state.judgements.filter((one) => one.draft === index && one.verdict === 'reject').length
    const residual = meanResidual(residualsOn(index, state))
    return { index, draft, residual, rejects, rank: meanOf(ranks, 0.5) }
  })
  const [leading] = weighed.sort(
    (left, right) =>
      Number(left.draft.isCut ?? false) - Number(right.draft.isCut ?? false) ||
      Number(left.draft.isUnfit ?? false) - Number(right.draft.isUnfit ?? false) ||
      left.residual - right.residual ||
      left.rejects - right.rejects ||
      left.rank - right.rank ||
      right.draft.score - left.draft.score ||
      left.index - right.index,
  )
  return leading!.index
}

function meanOf(values: number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length
}
