import { concludeDrafts } from './conclude/conclude-drafts.ts'
import type { Run } from './deliberation.ts'
import { clustersOf, reviewEntry, reworkEntry } from './hearing/draft-entry.ts'
import { hearReviews, hearRework, MOST_REWORK_CALLS, settleRejects } from './hearing/hear-drafts.ts'
import { type Round, roundOf } from './hearing/hear-panel.ts'
import { comparedEntry, hadQuorum, meetsQuorum } from './hearing/hearing.ts'
import { runDrafts } from './hearing/run-drafts.ts'
import { type DraftRevision, draftClusters, draftDistances, gatherDrafts } from './measure/drafts.ts'
import {
  agreesOnDraft,
  isSound,
  leadingDraft,
  meanResidual,
  residualsOf,
  settles,
  wantsRevision,
} from './measure/weigh-drafts.ts'
import {
  divergenceOf,
  holdsPosition,
  type PassOdds,
  type Standing,
  voterOf,
  withResiduals,
} from './panel/panel.ts'
import {
  beginIteration,
  endingAfter,
  endingWithoutQuorum,
  endWith,
  publish,
  type Rounds,
  seatsToAsk,
} from './run.ts'

/**
 * Drafts, settled by what they do where they are programs, else by the panel's own reviews: every seat writes alone, then
 * reviews the drafts of the others; a reject stands if it is confirmed. The leading draft is revised once if its reviewers
 * ask for it, and delivered verbatim.
 */
export const draft: Rounds = {
  first: gather,
  later: (run) => (run.spiral.entries.length === 1 ? review(run) : revise(run)),
  conclude: concludeDrafts,
}

/**
 * Iteration 1: the drafts as they were written. Programs are run; of other drafts the most central one leads until somebody
 * has read the others.
 */
async function gather(run: Run): Promise<void> {
  const { request, ports, spiral } = run
  const held = spiral.standings
  const choice = { ...ports, model: request.textChoice }
  const gathered = await gatherDrafts(request.query, held.filter(holdsPosition), choice)
  const drafts = gathered.map((draft) =>
    isFit(request, draft.text) ? draft : { ...draft, isUnfit: true as const },
  )
  const code = await runDrafts(run, drafts)
  const passOdds = (code && (await ports.passOdds?.())) ?? null
  const unled = {
    drafts,
    judgements: [],
    improvements: [],
    leading: 0,
    revision: null,
    ...(code && { code }),
    ...(passOdds && { passOdds: oddsOfSeats(held, passOdds) }),
  }
  const state = { ...unled, leading: leadingDraft(unled) }
  const isOne = drafts.length === 1
  const isCompared = code !== null && !isOne
  const standings = withResiduals(held, isCompared ? residualsOf(state) : draftDistances(drafts))
  const estimate = {
    D: divergenceOf(standings.map(({ residual }) => residual)),
    D_basis: 'estimated',
  } as const
  const measured = isCompared && ({ D: meanResidual(residualsOf(state)), D_basis: 'measured' } as const)
  const entry = comparedEntry(spiral.entries[0]!, standings, {
    ...(measured || estimate),
    clusters: isCompared ? clustersOf(state, held) : draftClusters(drafts, held),
  })
  const isSettled = isCompared && settles(state, held)
  const ending = endingAfter(run, 1, {
    answering: drafts.flatMap(({ authors }) => authors).length,
    // A single draft that was cut off is not agreed on, but there is nothing to choose from either.
    isAgreed: isOne ? isSound(state) : isSettled && agreesOnDraft(state),
    hasMore: !isOne && drafts.length > 0 && !isSettled,
  })
  await publish(run, {
    entries: [entry],
    standings,
    drafts: state,
    ending: hadQuorum(entry) ? ending : 'deadline',
  })
}

function oddsOfSeats(standings: Standing[], odds: PassOdds): Record<string, number> {
  return Object.fromEntries(standings.map(({ seat }) => [seat.key, odds[voterOf(seat)] ?? EVEN_ODDS]))
}

const EVEN_ODDS = 1

/** Iteration 2: every seat reviews the drafts of the others, whatever the structure. */
async function review(run: Run): Promise<void> {
  const { request, spiral: before } = run
  const state = before.drafts!
  if (!run.affords(seatsToAsk(run))) return endWith(run, 'budget')
  const asked = await beginIteration(run, 'review')
  const round = roundOf(run)
  const reviews = await hearReviews(round, asked)
  const hearings = reviews.map(({ hearing }) => hearing)
  run.spend({ phase: 'review', iteration: 2 }, hearings)
  if (!meetsQuorum(hearings)) return endWith(run, endingWithoutQuorum(run))

  const judgements = reviews.flatMap((one) => one.judgements)
  const reviewed = state.drafts.map((draft, place) => ({
    ...draft,
    said: judgements.filter((judgement) => judgement.draft === place),
  }))
  const said = await settleRejects(round, reviewed)
  const improvements = reviews.flatMap(({ hearing, improvements: texts }) =>
    texts.length === 0 ? [] : [{ reviewer: hearing.seat.key, texts }],
  )
  const judged = { ...state, judgements: said, improvements }
  const drafts = { ...judged, leading: leadingDraft(judged) }
  const standings = withResiduals(before.standings, residualsOf(drafts))
  const { anchors } = asked
  const entry = reviewEntry(before.entries, { drafts, standings, anchors }, reviews)
  const goesOn = wantsRevision(drafts) && request.maxIterations > 2
  await publish(run, {
    entries: [...before.entries, entry],
    standings,
    anchors,
    drafts,
    ending: endingAfter(run, 2, {
      isAgreed: agreesOnDraft(drafts) && !(goesOn && !request.deadline.aborted),
      hasMore: goesOn,
    }),
  })
}

/** Iteration 3: the leading draft is revised as its reviewers asked, and two of them say whether it is better. */
async function revise(run: Run): Promise<void> {
  const { request, ports, spiral: before } = run
  const state = before.drafts!
  if (!run.affords(Math.min(MOST_REWORK_CALLS, seatsToAsk(run))))
    return endWith(run, agreesOnDraft(state) ? 'converged' : 'budget')
  ports.onEvent({ type: 'iteration-start', iteration: 3, level: 3, phase: 'revision' })
  const round = roundOf(run)
  const heard = await hearRework(round)
  run.spend({ phase: 'revision', iteration: 3 }, [heard.author ?? [], heard.reviewers].flat())
  const revision = await settleRevision(round, heard.revision)
  const { ran } = heard
  const drafts = { ...state, revision, ...(state.code && { code: { ...state.code, revised: ran } }) }
  const standings = withResiduals(before.standings, residualsOf(drafts))
  const { anchors, entries } = before
  const entry = reworkEntry(entries, { drafts, standings, anchors }, heard)
  await publish(run, {
    entries: [...entries, entry],
    standings,
    drafts,
    // There is no further iteration, but the time may have been up before everything was asked.
    ending: endingAfter(run, 3, {
      isAgreed: agreesOnDraft(drafts),
      hasMore: request.deadline.aborted,
    }),
  })
}

/** A new version that no program can read replaces nothing; of one that does, the rejects are settled as before. */
async function settleRevision(round: Round, revision: DraftRevision | null): Promise<DraftRevision | null> {
  if (!revision?.isAdopted) return revision
  if (!isFit(round.run.request, revision.text)) return { ...revision, isAdopted: false }
  const reviewed = { ...revision, authors: [revision.author], said: revision.judgements }
  return { ...revision, judgements: await settleRejects(round, [reviewed]) }
}

function isFit({ format }: Run['request'], text: string): boolean {
  return format === undefined || format.problemsOf(text).length === 0
}
