import { CONVERGED, divergenceOf } from '../divergence.ts'
import type { DraftState, Judgement, RevisionJudgement } from './draft.ts'
import { type Keyed, residualFor, weighDraft } from './weigh-drafts.ts'

/** How many seats must ask for changes before the author is asked to make them. */
const ASKING_FOR_CHANGES = 2

/** How far each seat is from the leading draft, or from its revision where that replaced it, by seat key. */
export function residualsOf(state: DraftState, seats: Keyed[]): Map<string, number> {
  const { residuals } = weighDraft(state.leading, state, seats)
  const { revision } = state
  if (!revision?.isAdopted) return residuals
  const changed = new Map(residuals).set(revision.author, 0)
  for (const { reviewer, counted } of revision.judgements) changed.set(reviewer, residualFor(counted))
  return changed
}

/** What a seat last said of the draft that is delivered; null for nothing. */
export function lastJudgement(state: DraftState, seat: string): Judgement | RevisionJudgement | null {
  const revised = state.revision?.isAdopted ? state.revision.judgements : []
  return (
    revised.find(({ reviewer }) => reviewer === seat) ??
    aboutLeading(state).find(({ reviewer }) => reviewer === seat) ??
    null
  )
}

/** The seats that stand behind the draft that is delivered: its authors, and those who do not reject it. */
export function supportersOf(state: DraftState, seats: Keyed[]): string[] {
  const { authors } = state.drafts[state.leading]!
  const adopted = state.revision?.isAdopted ? [state.revision.author] : []
  return seats
    .map(({ key }) => key)
    .filter((key) => {
      if (authors.includes(key) || adopted.includes(key)) return true
      const judgement = lastJudgement(state, key)
      return judgement !== null && judgement.counted !== 'reject'
    })
}

/** Whether two seats ask for changes to the leading draft. */
export function wantsRevision(state: DraftState): boolean {
  return aboutLeading(state).filter(({ counted }) => counted !== 'accept').length >= ASKING_FOR_CHANGES
}

/**
 * Whether the panel agrees on the delivered draft: everybody who wrote or reviewed stands behind it, with a low
 * divergence. Of only two drafts, every reviewer must accept it as it is.
 */
export function isConsensus(state: DraftState, seats: Keyed[]): boolean {
  const residuals = residualsOf(state, seats)
  const supporters = new Set(supportersOf(state, seats))
  const taking = seats.filter(({ key }) => residuals.has(key))
  const isAccepted =
    state.drafts.length > 2 ||
    taking.every(({ key }) => (lastJudgement(state, key)?.counted ?? 'accept') === 'accept')
  return (
    (state.revision?.isAdopted === true || isDeliverable(state, seats)) &&
    isAccepted &&
    taking.length > 1 &&
    taking.every(({ key }) => supporters.has(key)) &&
    divergenceOf([...residuals.values()]) <= CONVERGED
  )
}

/** Whether the first version of the leading draft is whole and not disqualified. */
function isDeliverable(state: DraftState, seats: Keyed[]): boolean {
  return !state.drafts[state.leading]!.isCut && !weighDraft(state.leading, state, seats).isDisqualified
}

/** The judgements about the leading draft, in its first version. */
export function aboutLeading({ judgements, leading }: DraftState): Judgement[] {
  return judgements.filter(({ draft }) => draft === leading)
}
