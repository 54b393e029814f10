import { passedBy } from '../measure/behaviour.ts'
import {
  countedAlone,
  type Draft,
  type DraftRevision,
  type DraftState,
  draftKey,
  type Judgement,
  type ReviewVerdict,
  type RevisionJudgement,
} from '../measure/drafts.ts'
import { aboutLeading, examplesOf } from '../measure/weigh-drafts.ts'
import type { AskedNow, CriticisedDraft, ShownDraft } from '../panel/brief.ts'
import type { Seat } from '../panel/panel.ts'
import { askedOf, MOST_CHARACTERS, showDrafts, textLabel } from '../prompt/material.ts'
import { askReader } from '../reader/ask-model.ts'
import {
  type ComparisonReply,
  type ReviewReply,
  readComparison,
  readRebuttal,
  readReview,
  readSameDefects,
} from '../reading/read-rulings.ts'
import { cutText } from '../reading/reply-text.ts'
import { hearSeat, hearTogether, type Round, readText } from './hear-panel.ts'
import type { Hearing } from './hearing.ts'
import { runRevised, runsFor } from './run-drafts.ts'

export interface HeardReview {
  hearing: Hearing<ReviewReply>
  judgements: Judgement[]
  improvements: string[]
}

/** Lets every seat review the drafts of the others, at the same time. */
export function hearReviews(round: Round, asked: AskedNow): Promise<HeardReview[]> {
  const { seats, spiral } = round.run
  const { drafts, code } = spiral.drafts!
  return hearTogether(round, seats, async (seat, step) => {
    const shown = showDrafts(forReview(drafts, seat.key), `${asked.query}|${round.iteration}|${seat.key}`)
    const labels = shown.map(({ label }) => label)
    const ran = code && runsFor(code, drafts, { shown, seat: seat.key })
    const brief = { phase: 'review', ...asked, drafts: shown, ...(ran?.length && { ran }) } as const
    const hearing = await hearSeat(seat, brief, step, (text) => readReview(text, labels))
    return {
      hearing,
      judgements: hearing.reply === null ? [] : judgementsOf(seat, hearing.reply, { drafts, shown }),
      improvements: hearing.reply?.improvements ?? [],
    }
  })
}

/** The drafts that a seat reviews: whole ones of others, the most central first, as many as a prompt holds. */
function forReview(drafts: Draft[], seat: string): Draft[] {
  const others = drafts.filter(({ authors }) => !authors.includes(seat))
  const whole = others.filter(({ isCut }) => !isCut)
  let left = MOST_CHARACTERS
  return (whole.length > 0 ? whole : others)
    .sort((one, other) => other.score - one.score)
    .filter(({ text, notes }) => {
      left -= text.length + notes.length
      return left >= 0
    })
}

function judgementsOf(
  seat: Seat,
  { drafts: judged, preference }: ReviewReply,
  { drafts, shown }: { drafts: Draft[]; shown: ShownDraft[] },
): Judgement[] {
  const last = Math.max(1, preference.length - 1)
  return judged.map(({ label, verdict, why: defect }) => {
    const text = shown.find((one) => one.label === label)?.text
    const place = preference.findIndex((group) => group.includes(label))
    return {
      reviewer: seat.key,
      draft: drafts.findIndex((draft) => draft.text === text),
      verdict,
      counted: countedAlone(verdict),
      defect,
      rank: place === -1 ? null : place / last,
    }
  })
}

/**
 * Decides which rejects stand: those whose defect a second reviewer names, too; of two seats, those that the author does
 * not rebut. All others count as a request for changes.
 */
export async function settleRejects<Said extends ReviewVerdict>(
  round: Round,
  reviewed: Array<ReviewedText<Said>>,
): Promise<Said[]> {
  const findings =
    round.run.seats.length === 2
      ? await hearRebuttals(round, reviewed)
      : await confirmRejects(round, reviewed)
  return reviewed.flatMap((text) => text.said.map((one) => ({ ...one, ...findings.get(one) })))
}

interface ReviewedText<Said extends ReviewVerdict = ReviewVerdict>
  extends Pick<Draft, 'text' | 'notes' | 'authors'> {
  said: Said[]
}

/** What was found out about rejects: that they stand, or what the author says against them. */
type Findings = Map<ReviewVerdict, { counted: 'reject' } | { rebuttal: string }>

const STANDS = { counted: 'reject' } as const

/** Whether a verdict is a reject that can stand: nobody can check one that names no defect. */
function canStand({ verdict, defect }: ReviewVerdict): boolean {
  return verdict === 'reject' && defect !== ''
}

const UNREAD =
  'No model could read whether two reviewers name the same defect, so their rejects count as amend.'
const CUT =
  'The drafts were too long for one prompt; whoever read their reviews saw only the beginning of some.'

/** Lets a reader say which reviewers name the same defect, where one of them rejects the text and another names one, too. */
async function confirmRejects({ run, iteration }: Round, reviewed: ReviewedText[]): Promise<Findings> {
  const criticised = reviewed
    .map(({ text, said }) => ({ text, naming: said.filter(namesDefect) }))
    .filter(({ naming }) => naming.length > 1 && naming.some(canStand))
  if (criticised.length === 0) return new Map()

  const room = Math.floor(MOST_CHARACTERS / criticised.length)
  const drafts = criticised.map(({ text, naming }, place): CriticisedDraft => {
    const label = textLabel(place)
    const defects = naming.map(({ defect }, index) => ({ label: `${label}${index + 1}`, text: defect }))
    return { label, text: cutText(text, room), defects }
  })
  const brief = { phase: 'reading', task: 'match-defects', ...askedOf(run.request), drafts } as const
  const { reading } = await askReader(run, brief, (text) => readSameDefects(text, drafts), {
    iteration,
  })
  const shared = new Set(reading?.filter((same) => new Set(same).size > 1).flat())
  const confirmed = criticised.flatMap(({ naming }, place) =>
    naming.filter((one, index) => canStand(one) && shared.has(drafts[place]!.defects[index]!.label)),
  )
  if (reading === null) run.warn([UNREAD])
  if (criticised.some(({ text }) => text.length > room)) run.warn([CUT])
  return new Map(confirmed.map((one: ReviewVerdict) => [one, STANDS]))
}

function namesDefect({ verdict, defect }: ReviewVerdict): boolean {
  return verdict !== 'accept' && defect !== ''
}

/** Asks the authors of rejected texts whether the reviewer is right. A reject that nobody rebuts stands, whatever the reason. */
async function hearRebuttals(round: Round, reviewed: ReviewedText[]): Promise<Findings> {
  const { run, iteration } = round
  const rejected = reviewed.flatMap(({ said, ...text }) =>
    said.filter(canStand).map((reject) => ({ ...text, reject })),
  )
  const mayAsk = run.affords(rejected.length)
  const hearings = await Promise.all(
    (mayAsk ? rejected : []).map(({ text: draft, notes, authors, reject: { defect } }) => {
      const author = run.seats.find(({ key }) => authors.includes(key))!
      const brief = { phase: 'rebuttal', ...askedOf(run.request), draft, notes, defect } as const
      return hearSeat(author, brief, round, readRebuttal)
    }),
  )
  run.spend({ phase: iteration === 2 ? 'review' : 'revision', iteration }, hearings)
  return new Map(
    rejected.map(({ reject }, place) => {
      const rebuttal = hearings[place]?.reply?.rebuttal ?? null
      return [reject, rebuttal === null ? STANDS : { rebuttal }]
    }),
  )
}

export interface HeardRework {
  /** Null when nobody could revise it, or nothing was changed. */
  revision: DraftRevision | null
  author: Hearing | null
  reviewers: Array<Hearing<ComparisonReply>>
  /** What it did when it was run; null where it was not. */
  ran: string[] | null
}

/** How many seats say whether the revised draft is better. */
export const MOST_REVIEWERS = 2
/** The calls of a revision: its author and its reviewers. */
export const MOST_REWORK_CALLS = 1 + MOST_REVIEWERS

/** Lets the author of the leading draft revise it, and two other seats compare the two versions. */
export async function hearRework(round: Round): Promise<HeardRework> {
  const state = round.run.spiral.drafts!
  const reviser = reviserOf(state, round)
  if (reviser === undefined) return { revision: null, author: null, reviewers: [], ran: null }
  const first = state.drafts[state.leading]!
  const brief = {
    phase: 'rework',
    ...askedOf(round.run.request),
    draft: first.text,
    defects: distinct(aboutLeading(state).map(({ defect }) => defect)),
    improvements: distinct(improvementsFor(state)),
  } as const
  const author = await hearSeat(reviser, brief, round, readText(round))
  const { reply } = author
  if (reply === null || reply.isCut || draftKey(reply.text) === draftKey(first.text))
    return { revision: null, author, reviewers: [], ran: null }
  const { code } = state
  const ran = code === undefined ? null : await runRevised(round.run, code, reply.text)
  // Nobody needs to compare a program that does less than before.
  if (code !== undefined && (ran === null || passedBy(ran, code.inputs) < examplesOf(state).passed))
    return { revision: null, author, reviewers: [], ran }

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
  return { revision, author, reviewers, ran }
}

function hearComparison(
  seat: Seat,
  drafts: Array<{ text: string; notes: string }>,
  round: Round,
): Promise<Hearing<ComparisonReply>> {
  const { request } = round.run
  const seed = `${request.query}|${round.iteration}|${seat.key}`
  const versions = showDrafts(drafts, seed) as [ShownDraft, ShownDraft]
  const labels = versions.map(({ label }) => label)
  const brief = { phase: 'comparison', ...askedOf(request), versions } as const
  return hearSeat(seat, brief, round, (text) => readComparison(text, labels))
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
