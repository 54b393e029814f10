import type { Standing } from '../measure/divergence.ts'
import { type DraftState, deliveredDraft } from '../measure/drafts/draft.ts'
import { aboutDelivered } from '../measure/drafts/panel-on-draft.ts'
import { speakersAmong } from '../panel/votes.ts'
import { type Confidence, counted as inWords, roundToThousandths } from './confidence.ts'

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

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
