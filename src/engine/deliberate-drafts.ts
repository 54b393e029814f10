import type { Ending } from '../contract/deliberation.ts'
import { concludeDrafts } from './conclude/conclude-drafts.ts'
import type { Deliberation, Run } from './deliberation.ts'
import { reviewEntry, reworkEntry } from './hearing/drafts/draft-entry.ts'
import { hearReviews } from './hearing/drafts/hear-reviews.ts'
import { hearRework, MOST_REWORK_CALLS } from './hearing/drafts/hear-rework.ts'
import { withLandscape } from './hearing/iteration-entry.ts'
import { hadQuorum, meetsQuorum } from './hearing/quorum.ts'
import { divergenceOf } from './measure/divergence.ts'
import type { Draft, DraftState } from './measure/drafts/draft.ts'
import { draftLandscape, gatherDrafts } from './measure/drafts/gather-drafts.ts'
import { isConsensus, residualsOf, wantsRevision } from './measure/drafts/panel-on-draft.ts'
import { leadingDraft } from './measure/drafts/weigh-drafts.ts'
import { holdsPosition, withResiduals } from './measure/landscape.ts'
import type { Spiral } from './measure/spiral.ts'
import { askedOf } from './panel/asked.ts'
import { gatherAnchors, withAnchors } from './prompt/gather-anchors.ts'
import { endingWithoutQuorum, publish, roundOf, seatsToAsk, throwIfCancelled } from './run.ts'

/**
 * Drafts, settled by the panel's own reviews: every seat writes alone, then reviews the drafts of the others; the
 * leading draft is revised once if its reviewers ask for it. It is delivered verbatim.
 */
export async function deliberateDrafts(run: Run): Promise<Deliberation> {
  let { spiral } = run
  if (spiral.drafts === undefined) spiral = await gather(run)
  if (spiral.entries.length === 1 && spiral.ending === null) spiral = await review(run, spiral)
  if (spiral.entries.length === 2 && spiral.ending === null) spiral = await revise(run, spiral)
  return concludeDrafts(run.request, spiral)
}

/** Iteration 1: the drafts as they were written; the most central one leads until somebody has read the others. */
async function gather(run: Run): Promise<Spiral> {
  const { request, ports, spiral } = run
  const held = spiral.standings
  const gathered = await gatherDrafts(request.query, held.filter(holdsPosition), {
    ...ports,
    model: request.textChoice,
    isJson: request.format !== undefined,
  })
  const drafts = gathered.map((draft) =>
    isFit(request, draft.text) ? draft : { ...draft, isUnfit: true as const },
  )
  const landscape = draftLandscape(drafts, held)
  const standings = withResiduals(held, landscape.disagreement)
  const divergence = divergenceOf(standings.map(({ residual }) => residual))
  const entry = withLandscape(spiral.entries[0]!, divergence, { standings, landscape })
  const state = { drafts, judgements: [], improvements: [], leading: 0, revision: null }
  return publish(run, {
    ...spiral,
    entries: [entry],
    standings,
    drafts: drafts.length === 0 ? state : { ...state, leading: leadingDraft(state, []) },
    ending: hadQuorum(entry) ? endingOfWriting(request, drafts) : 'deadline',
  })
}

function endingOfWriting({ deadline, maxIterations }: Run['request'], drafts: Draft[]): Ending | null {
  if (drafts.flatMap(({ authors }) => authors).length < 2) return 'unanswered'
  // A single draft that was cut off is not agreed on, but there is nothing to choose from either.
  if (drafts.length === 1) return drafts[0]!.isCut ? 'settled' : 'converged'
  if (deadline.aborted) return 'deadline'
  return maxIterations === 1 ? 'exhausted' : null
}

/** Iteration 2: every seat reviews the drafts of the others, whatever the structure. */
async function review(run: Run, before: Spiral): Promise<Spiral> {
  const { request, ports, seats } = run
  const state = before.drafts!
  if (!run.affords(before, { calls: seatsToAsk(run, before), reserve: 0 }))
    return { ...before, ending: 'budget' }
  ports.onEvent({ type: 'iteration-start', iteration: 2, level: 2, phase: 'review' })
  await ports.pause()
  const found = await gatherAnchors({ asked: request, level: 2, disputed: [] }, ports.findAnchors)
  const anchors = withAnchors(before.anchors, found)
  const asked = { ...askedOf(request), anchors }
  const reviews = await hearReviews(seats, asked, state, roundOf(run, before))
  throwIfCancelled(run)
  const hearings = reviews.map(({ hearing }) => hearing)
  const heard = run.spent(before, { phase: 'review', iteration: 2 }, hearings)
  if (!meetsQuorum(hearings)) return { ...heard, ending: endingWithoutQuorum(run) }

  const judged = {
    ...state,
    judgements: reviews.flatMap(({ judgements }) => judgements),
    improvements: reviews.flatMap(({ hearing, improvements }) =>
      improvements.length === 0 ? [] : [{ reviewer: hearing.seat.key, texts: improvements }],
    ),
  }
  const drafts = { ...judged, leading: leadingDraft(judged, seats) }
  const standings = withResiduals(before.standings, residualsOf(drafts, seats))
  const entry = reviewEntry({ drafts, reviews, standings, anchors, initial: before.entries[0]!.D })
  const goesOn = wantsRevision(drafts) && request.maxIterations > 2
  return publish(run, {
    ...heard,
    entries: [...before.entries, entry],
    standings,
    anchors,
    drafts,
    ending: goesOn && !request.deadline.aborted ? null : endingOn(run, drafts, goesOn),
  })
}

/** Iteration 3: the leading draft is revised as its reviewers asked, and two of them say whether it is better. */
async function revise(run: Run, before: Spiral): Promise<Spiral> {
  const { request, ports, seats } = run
  const calls = Math.min(MOST_REWORK_CALLS, seatsToAsk(run, before))
  if (!run.affords(before, { calls, reserve: 0 }))
    return { ...before, ending: isConsensus(before.drafts!, seats) ? 'converged' : 'budget' }
  ports.onEvent({ type: 'iteration-start', iteration: 3, level: 3, phase: 'revision' })
  const state = before.drafts!
  const heard = await hearRework(
    { ...askedOf(request), structure: request.structure },
    { state, seats, first: before.entries[0]! },
    roundOf(run, before),
  )
  throwIfCancelled(run)
  // A new version that no program can read replaces nothing.
  const revision = heard.revision && {
    ...heard.revision,
    isAdopted: heard.revision.isAdopted && isFit(request, heard.revision.text),
  }
  const drafts = { ...state, revision }
  const standings = withResiduals(before.standings, residualsOf(drafts, seats))
  const { anchors, entries } = before
  const entry = reworkEntry({ drafts, heard, standings, anchors, initial: entries[0]!.D })
  return publish(run, {
    ...run.spent(before, { phase: 'revision', iteration: 3 }, heard.hearings),
    entries: [...entries, entry],
    standings,
    drafts,
    ending: endingOn(run, drafts, true),
  })
}

function isFit({ format }: Run['request'], text: string): boolean {
  return format === undefined || format.problemsOf(text).length === 0
}

/** How the panel ends: agreed, or not, perhaps because the time was up before everything was asked. */
function endingOn({ request, seats }: Run, drafts: DraftState, hadMoreToAsk: boolean): Ending {
  if (isConsensus(drafts, seats)) return 'converged'
  return hadMoreToAsk && request.deadline.aborted ? 'deadline' : 'settled'
}
