import type { CodeRun, DraftVerdict } from '../../contract/draft-review.ts'
import type { Deliberation, Run, Spiral } from '../deliberation.ts'
import { reviewsIn } from '../hearing/draft-entry.ts'
import { type DraftState, deliveredDraft } from '../measure/drafts.ts'
import { aboutDelivered, concordanceOf, lastVerdicts, supportersOf } from '../measure/weigh-drafts.ts'
import { type Standing, speakersAmong } from '../panel/panel.ts'
import { codeConfidence, codeRunIn, differencesIn } from './code-confidence.ts'
import { conclude, dissentFrom } from './conclude.ts'
import { type Confidence, capitalised, counted as inWords, roundToThousandths } from './confidence.ts'

/** Builds the result of a run on drafts: the winning draft verbatim, and who judged what. */
export function concludeDrafts(run: Run): Deliberation {
  const { standings, drafts } = run.spiral
  const state = drafts!
  const delivered = state.drafts.length === 0 ? null : deliveredDraft(state)
  const supporters = delivered === null ? [] : supportersOf(state)
  const wasReviewed = state.judgements.length > 0
  const codeRun = delivered === null || delivered.isCut ? null : codeRunIn(state, asRequested(run))
  const { code: curve } = run.request.calibration
  const concordance = concordanceOf(rankingsIn(state))
  // Before the reviews, nobody who wrote a draft is against another's.
  const behind = wasReviewed || codeRun ? supporters : state.drafts.flatMap(({ authors }) => authors)
  return {
    ...conclude(run, {
      kind: 'draft',
      answer: delivered?.text ?? null,
      supporters,
      confidence: codeRun
        ? codeConfidence(codeRun, { state, standings, curve })
        : draftConfidence(state, standings),
      ...(codeRun && { confidenceKind: 'right' }),
      dissent: dissentFrom(behind, run.spiral, reasonsIn(run.spiral, codeRun)),
    }),
    explanation: delivered?.notes || null,
    ...(codeRun && { codeRun }),
    ...(wasReviewed && {
      reviews: reviewsIn(state, standings).map(({ review }) => review),
      concordance: concordance && roundToThousandths(concordance),
    }),
  }
}

/** The seats in the order of the request. */
function asRequested({ request, spiral }: Run): Standing[] {
  const order = request.models.map(({ name }) => name)
  return spiral.standings.toSorted(
    (one, other) => order.indexOf(one.seat.name) - order.indexOf(other.seat.name),
  )
}

/** What each seat finds wrong with the delivered draft, else what its own does or why it said nothing, by its key. */
function reasonsIn({ standings, entries, drafts }: Spiral, codeRun: CodeRun | null): Map<string, string> {
  const differences = codeRun && differencesIn(codeRun)
  const verdicts = drafts!.drafts.length > 0 ? lastVerdicts(drafts!) : new Map()
  const reasons = standings.map(({ seat: { key, name } }, index) => {
    const failure = entries.map(({ responses }) => responses[index]?.error?.message).find(Boolean)
    return [key, verdicts.get(key)?.defect || differences?.get(name) || failure] as const
  })
  return new Map(reasons.filter(([, reason]) => reason !== undefined))
}

function rankingsIn({ judgements }: DraftState) {
  const byReviewer = new Map<string, Map<number, number>>()
  for (const { reviewer, draft, rank } of judgements)
    if (rank !== null) byReviewer.set(reviewer, (byReviewer.get(reviewer) ?? new Map()).set(draft, rank))
  return [...byReviewer.values()]
}

const CUT_OFF = 'This draft was cut off at the token limit, so nobody can use it as it is.'

/**
 * The confidence in a draft: the share of its reviewers who accept it, as if one more had accepted it and one more had
 * not, so that a few reviewers never look certain. Whoever wrote the same draft independently accepts it.
 */
export function draftConfidence(state: DraftState, standings: Standing[]): Confidence {
  if (state.drafts.length === 0) return { confidence: 0, basis: 'No model wrote a draft.' }
  if (deliveredDraft(state).isCut) return { confidence: 0, basis: CUT_OFF }
  const verdicts = aboutDelivered(state).map(({ counted }) => counted)
  const accepting = verdicts.filter((verdict) => verdict === 'accept').length
  const isRevised = state.revision?.isAdopted === true
  const { authors: keys } = deliveredDraft(state)
  const seats = standings.map(({ seat }) => seat).filter(({ key }) => keys.includes(key))
  const authors = isRevised ? 1 : Math.max(1, speakersAmong(seats).size)
  const others = authors - 1
  const draft = isRevised ? 'the revised draft' : others === 0 ? 'this draft' : 'it'
  const written =
    others === 0 ? '' : `${capitalised(inWords(authors))} models wrote this draft independently. `
  return {
    confidence: roundToThousandths((accepting + others + 1) / (verdicts.length + others + 2)),
    basis: `${written}${sentenceOn(draft, verdicts)}.`,
  }
}

function sentenceOn(draft: string, verdicts: DraftVerdict[]): string {
  if (verdicts.length === 0) return `Nobody reviewed ${draft}`
  const times = (verdict: DraftVerdict) => verdicts.filter((one) => one === verdict).length
  const [accepting, amending, rejecting] = [times('accept'), times('amend'), times('reject')]
  const all = verdicts.length === 2 ? 'Both' : `All ${inWords(verdicts.length)}`
  const share = `${capitalised(inWords(accepting))} of ${inWords(verdicts.length)}`
  const some =
    verdicts.length === 1 ? 'The only reviewer' : `${accepting === verdicts.length ? all : share} reviewers`
  return [
    `${accepting === 0 ? 'No reviewer' : some} ${accepting > 1 ? 'accept' : 'accepts'} ${draft} as it is`,
    ...(amending === 0 ? [] : [`${inWords(amending)} ${amending > 1 ? 'ask' : 'asks'} for changes`]),
    ...(rejecting === 0 ? [] : [`${inWords(rejecting)} ${rejecting > 1 ? 'reject' : 'rejects'} it`]),
  ].join('; ')
}
