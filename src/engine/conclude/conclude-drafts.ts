import type { Deliberation, Run } from '../deliberation.ts'
import { reviewsIn } from '../hearing/drafts/draft-entry.ts'
import type { Standing } from '../measure/divergence.ts'
import { type DraftState, deliveredDraft } from '../measure/drafts/draft.ts'
import { aboutDelivered, concordanceOf, lastVerdicts, supportersOf } from '../measure/drafts/weigh-drafts.ts'
import type { Spiral } from '../measure/spiral.ts'
import { speakersAmong } from '../panel/panel.ts'
import { conclude, dissentFrom } from './conclude.ts'
import { type Confidence, capitalised, counted as inWords, roundToThousandths } from './confidence.ts'

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

const CUT_OFF = 'This draft was cut off at the token limit, so nobody can use it as it is.'

/**
 * The confidence in a draft: the share of its reviewers who accept it, as if one more had accepted it and one more had
 * not, so that a few reviewers never look certain. Whoever wrote the same draft independently accepts it.
 */
export function draftConfidence(state: DraftState, standings: Standing[]): Confidence {
  if (deliveredDraft(state).isCut) return { confidence: 0, basis: CUT_OFF }
  const verdicts = aboutDelivered(state).map(({ counted }) => counted)
  const [accepting, amending, rejecting] = (['accept', 'amend', 'reject'] as const).map(
    (verdict) => verdicts.filter((one) => one === verdict).length,
  ) as [number, number, number]
  const isRevised = state.revision?.isAdopted === true
  const { authors: keys } = deliveredDraft(state)
  const seats = standings.map(({ seat }) => seat).filter(({ key }) => keys.includes(key))
  const authors = isRevised ? 1 : Math.max(1, speakersAmong(seats).size)
  const others = authors - 1
  const draft = isRevised ? 'the revised draft' : others === 0 ? 'this draft' : 'it'
  const sentence = sentenceOn(draft, { accepting, amending, rejecting })
  return {
    confidence: roundToThousandths((accepting + others + 1) / (verdicts.length + others + 2)),
    basis: `${others === 0 ? sentence : `${capitalised(inWords(authors))} models wrote this draft independently; ${uncapitalised(sentence)}`}.`,
  }
}

interface Counts {
  accepting: number
  amending: number
  rejecting: number
}

function sentenceOn(draft: string, { accepting, amending, rejecting }: Counts): string {
  const reviewers = accepting + amending + rejecting
  const all = allOf(reviewers)
  if (reviewers === 0) return `Nobody reviewed ${draft}`
  if (accepting === reviewers) return `${all} ${verb('accept', reviewers)} ${draft} as it is`
  if (amending === reviewers) return `${all} ${verb('ask', reviewers)} for changes to ${draft}`
  if (rejecting === reviewers) return `${all} ${verb('reject', reviewers)} ${draft}`
  const accepted =
    accepting === 0
      ? `No reviewer accepts ${draft}`
      : `${capitalised(inWords(accepting))} of ${inWords(reviewers)} reviewers ${verb('accept', accepting)} ${draft}`
  const [asking, refusing] = [`${verb('ask', amending)} for changes`, `${verb('reject', rejecting)} it`]
  const others = amending + rejecting === 1 ? 'the other' : 'the others'
  if (rejecting === 0) return `${accepted}; ${others} ${asking}`
  if (amending === 0) return `${accepted}; ${others} ${refusing}`
  return `${accepted}; ${inWords(amending)} ${asking} and ${inWords(rejecting)} ${refusing}`
}

function allOf(reviewers: number): string {
  if (reviewers === 1) return 'The only reviewer'
  return reviewers === 2 ? 'Both reviewers' : `All ${inWords(reviewers)} reviewers`
}

function verb(word: string, subjects: number): string {
  return subjects === 1 ? `${word}s` : word
}

function uncapitalised(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}
