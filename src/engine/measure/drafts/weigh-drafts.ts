import type { DraftVerdict } from '../../../contract/draft-review.ts'
import type { Draft, DraftState, Judgement } from './draft.ts'

/** The residual of a seat that says this of a draft. */
const RESIDUALS: Record<DraftVerdict, number> = { accept: 0, amend: 0.5, reject: 1 }

/** How many seats must reject a draft for the same to be taken as confirmed. */
export const CONFIRMED = 2

/** A seat, known by its key. */
export interface Keyed {
  key: string
}

/** What the reviews say of one draft. */
export interface WeighedDraft {
  /** How far each seat is from it, by seat key; absent for a seat that neither reviewed it nor wrote a draft. */
  residuals: Map<string, number>
  meanResidual: number
  /** From 0, everybody's favourite, to 1; one half without a preference. */
  meanRank: number
  /** Whether a blocking defect was confirmed by a second seat. */
  isDisqualified: boolean
}

/**
 * Weighs a draft by what the seats said of it: nothing from its authors, whose love for it proves nothing; from a seat
 * that did not review it, how far its own draft is from this one.
 */
export function weighDraft(index: number, { drafts, judgements }: DraftState, seats: Keyed[]): WeighedDraft {
  const draft = drafts[index]!
  const about = judgements.filter((judgement) => judgement.draft === index)
  const residuals = new Map(
    seats.flatMap(({ key }): Array<[string, number]> => {
      const residual = residualOf(key, draft, about)
      return residual === null ? [] : [[key, residual]]
    }),
  )
  const ranks = about.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  return {
    residuals,
    meanResidual: meanOf([...residuals.values()], 1),
    meanRank: meanOf(ranks, 0.5),
    isDisqualified: about.filter(({ counted }) => counted === 'reject').length >= CONFIRMED,
  }
}

/** The residual that a verdict amounts to. */
export function residualFor(verdict: DraftVerdict): number {
  return RESIDUALS[verdict]
}

/**
 * The place of the leading draft: the lowest mean residual, then the best mean rank, then the best choice by its text.
 * A draft that is cut off, unfit or disqualified leads only where there is no other.
 */
export function leadingDraft(state: DraftState, seats: Keyed[]): number {
  const weighed = state.drafts.map((draft, index) => ({ index, draft, ...weighDraft(index, state, seats) }))
  const [leading] = weighed.sort(
    (left, right) =>
      Number(left.draft.isCut ?? false) - Number(right.draft.isCut ?? false) ||
      Number(left.draft.isUnfit ?? false) - Number(right.draft.isUnfit ?? false) ||
      Number(left.isDisqualified) - Number(right.isDisqualified) ||
      left.meanResidual - right.meanResidual ||
      left.meanRank - right.meanRank ||
      right.draft.score - left.draft.score ||
      left.index - right.index,
  )
  return leading!.index
}

function residualOf(seat: string, draft: Draft, about: Judgement[]): number | null {
  if (draft.authors.includes(seat)) return 0
  const judgement = about.find(({ reviewer }) => reviewer === seat)
  if (judgement !== undefined) return RESIDUALS[judgement.counted]
  const similarity = draft.similarity[seat]
  return similarity === undefined ? null : 1 - similarity
}

function meanOf(values: number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length
}
