import { CONVERGED } from '../divergence.ts'
import { type DraftState, deliveredDraft, type Judgement, type Verdict } from './draft.ts'
import { meanResidual, residualsFrom, residualsOn } from './weigh-drafts.ts'

/** How many seats must ask for changes before the author is asked to make them. */
const ASKING_FOR_CHANGES = 2

/** The judgements about the leading draft, in its first version. */
export function aboutLeading({ judgements, leading }: DraftState): Judgement[] {
  return judgements.filter(({ draft }) => draft === leading)
}

/** The verdicts of those who saw the text that is delivered. */
export function aboutDelivered(state: DraftState): Verdict[] {
  return state.revision?.isAdopted ? state.revision.judgements : aboutLeading(state)
}

/** What each reviewer last said of the draft that is delivered, in whichever version, by seat key. */
export function lastVerdicts(state: DraftState): Map<string, Verdict> {
  // Those who were not asked about the revised version keep what they said of the first.
  const said = [...aboutLeading(state), ...aboutDelivered(state)]
  const { authors } = deliveredDraft(state)
  return new Map(
    said.flatMap((one) => (authors.includes(one.reviewer) ? [] : [[one.reviewer, one] as const])),
  )
}

/** How far each seat is from the draft that is delivered, by seat key; from a revised one, those who compared it. */
export function residualsOf(state: DraftState): Map<string, number> {
  const { revision, leading } = state
  return revision?.isAdopted ? residualsFrom(revision.judgements) : residualsOn(leading, state)
}

/** The seats that stand behind the draft that is delivered: its authors, and those who reviewed and do not reject it. */
export function supportersOf(state: DraftState): string[] {
  const accepting = [...lastVerdicts(state).values()].filter(({ verdict }) => verdict !== 'reject')
  return [...deliveredDraft(state).authors, ...accepting.map(({ reviewer }) => reviewer)]
}

/** Whether two seats ask for changes to the leading draft, or a reject of it stands. */
export function wantsRevision(state: DraftState): boolean {
  const asking = aboutLeading(state).filter(({ counted }) => counted !== 'accept')
  return asking.length >= ASKING_FOR_CHANGES || asking.some(({ counted }) => counted === 'reject')
}

/** Whether a reject of the draft that is delivered stands. */
export function isRejected(state: DraftState): boolean {
  return [...lastVerdicts(state).values()].some(({ counted }) => counted === 'reject')
}

/** Whether the panel agrees on the draft that is delivered: it is whole, D is low, and no reject stands. */
export function agreesOnDraft(state: DraftState): boolean {
  const isAccepted = meanResidual(residualsOf(state)) <= CONVERGED && !isRejected(state)
  return isAccepted && !deliveredDraft(state).isCut
}
