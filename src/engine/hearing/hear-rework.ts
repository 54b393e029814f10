import {
  countedAlone,
  type DraftRevision,
  type DraftState,
  draftKey,
  type RevisionJudgement,
} from '../measure/drafts.ts'
import { aboutLeading } from '../measure/weigh-drafts.ts'
import { askedOf } from '../panel/asked.ts'
import type { ShownDraft } from '../panel/brief.ts'
import type { Seat } from '../panel/panel.ts'
import { showDrafts } from '../prompt/material.ts'
import { type ComparisonReply, readComparison } from '../reading/read-rulings.ts'
import { hearSeat, type Round, readText } from './hear-panel.ts'
import type { Hearing } from './hearing.ts'

/** The revision of the leading draft, and everything that was said for it. */
export interface HeardRework {
  /** Null when nobody could revise it, or nothing was changed. */
  revision: DraftRevision | null
  author: Hearing | null
  reviewers: Array<Hearing<ComparisonReply>>
}

/** How many seats say whether the revised draft is better. */
export const MOST_REVIEWERS = 2
/** The calls of a revision: its author and its reviewers. */
export const MOST_REWORK_CALLS = 1 + MOST_REVIEWERS

/** Lets the author of the leading draft revise it, and two other seats compare the two versions. */
export async function hearRework(round: Round): Promise<HeardRework> {
  const state = round.run.spiral.drafts!
  const reviser = reviserOf(state, round)
  if (reviser === undefined) return { revision: null, author: null, reviewers: [] }
  const author = await hearAuthor(reviser, state, round)
  const first = state.drafts[state.leading]!
  const { reply } = author
  if (reply === null || reply.isCut || draftKey(reply.text) === draftKey(first.text))
    return { revision: null, author, reviewers: [] }

  const revised = { text: reply.text, notes: reply.remarks }
  const reviewers = await Promise.all(
    comparing(state, reviser, round).map((seat) => hearComparison(seat, [first, revised], round)),
  )
  const judgements = reviewers.flatMap((hearing) => judgementIn(hearing, revised.text))
  const revision = {
    ...revised,
    author: reviser.key,
    judgements,
    isAdopted:
      judgements.some(({ better }) => better === 'revised') &&
      judgements.every(({ better }) => better !== 'first'),
  }
  return { revision, author, reviewers }
}

function hearAuthor(reviser: Seat, state: DraftState, round: Round): Promise<Hearing> {
  const brief = {
    phase: 'rework',
    ...askedOf(round.run.request),
    draft: state.drafts[state.leading]!.text,
    defects: distinct(aboutLeading(state).map(({ defect }) => defect)),
    improvements: distinct(improvementsFor(state)),
  } as const
  return hearSeat(reviser, brief, round, readText(round))
}

function hearComparison(
  seat: Seat,
  drafts: Array<{ text: string; notes: string }>,
  round: Round,
): Promise<Hearing<ComparisonReply>> {
  const { request } = round.run
  const [one, other] = showDrafts(drafts, `${request.query}|${round.iteration}|${seat.key}`)
  const versions: [ShownDraft, ShownDraft] = [one!, other!]
  const labels = versions.map(({ label }) => label)
  return hearSeat(seat, { phase: 'comparison', ...askedOf(request), versions }, round, (text) =>
    readComparison(text, labels),
  )
}

/** What a reviewer said of the two versions; empty if it said nothing. */
function judgementIn({ seat, brief, reply }: Hearing<ComparisonReply>, revised: string): RevisionJudgement[] {
  if (reply === null || brief.phase !== 'comparison') return []
  const { better: label, verdict, defect } = reply
  const text = brief.versions.find((version) => version.label === label)?.text
  const better = label === null ? 'equal' : text === revised ? 'revised' : 'first'
  return [{ reviewer: seat.key, better, verdict, counted: countedAlone(verdict), defect }]
}

/** An author of the leading draft; in a concert the leader, whose draft was the closest to all others. */
function reviserOf(state: DraftState, { run: { seats, request, spiral }, withdrawn }: Round) {
  const asked = seats.filter(({ key }) => !withdrawn.has(key))
  const { authors } = state.drafts[state.leading]!
  const author = asked.find(({ key }) => authors.includes(key))
  if (request.structure !== 'concert') return author
  const distance = ({ key }: Seat) => {
    const place = seats.findIndex((seat) => seat.key === key)
    return spiral.entries[0]!.responses[place]?.residual ?? Number.POSITIVE_INFINITY
  }
  const [leader] = [...asked].sort((one, other) => distance(one) - distance(other))
  return leader ?? author
}

/**
 * The seats that compare the versions: first the author of a draft that the leader of a concert rewrote, who cannot be
 * counted for words it never saw; then those that asked for changes, the ones that rejected first; then others.
 */
function comparing(state: DraftState, reviser: Seat, { run: { seats }, withdrawn }: Round): Seat[] {
  const { authors } = state.drafts[state.leading]!
  const rewritten = authors.includes(reviser.key) ? [] : authors
  const said = new Map<string, string>([
    ...aboutLeading(state).map(({ reviewer, counted }) => [reviewer, counted] as const),
    ...rewritten.map((author) => [author, 'rewritten'] as const),
  ])
  const order = ['rewritten', 'reject', 'amend', 'accept', undefined]
  return seats
    .filter(({ key }) => key !== reviser.key && !withdrawn.has(key))
    .sort((one, other) => order.indexOf(said.get(one.key)) - order.indexOf(said.get(other.key)))
    .slice(0, MOST_REVIEWERS)
}

/** The improvements meant for the leading draft: of reviewers who like it best. */
function improvementsFor(state: DraftState): string[] {
  const best = new Set(
    aboutLeading(state).flatMap(({ reviewer, rank }) => (rank === null || rank === 0 ? [reviewer] : [])),
  )
  return state.improvements.flatMap(({ reviewer, texts }) => (best.has(reviewer) ? texts : []))
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
