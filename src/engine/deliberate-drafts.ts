import { concludeDrafts } from './conclude/conclude-drafts.ts'
import type { Deliberation } from './deliberation.ts'
import { reviewEntry, reworkEntry } from './hearing/drafts/draft-entry.ts'
import { hearReviews } from './hearing/drafts/hear-reviews.ts'
import { hearRework } from './hearing/drafts/hear-rework.ts'
import { firstEntry } from './hearing/iteration-entry.ts'
import { meetsQuorum } from './hearing/quorum.ts'
import { divergenceOf } from './measure/divergence.ts'
import type { Draft, DraftState } from './measure/drafts/draft.ts'
import { draftLandscape, gatherDrafts } from './measure/drafts/gather-drafts.ts'
import { isConsensus, residualsOf, wantsRevision } from './measure/drafts/panel-on-draft.ts'
import { leadingDraft } from './measure/drafts/weigh-drafts.ts'
import { holdsPosition, withResiduals } from './measure/landscape.ts'
import type { Ending, Spiral } from './measure/spiral.ts'
import { gatherAnchors } from './prompt/gather-anchors.ts'
import { endingWithoutQuorum, publish, type Run, roundOf, throwIfCancelled } from './run.ts'
import { writeTexts } from './write-texts.ts'

/**
 * Drafts, settled by the panel's own reviews: every seat writes alone, then reviews the drafts of the others; the
 * leading draft is revised once if its reviewers ask for it. It is delivered verbatim.
 */
export async function deliberateDrafts(run: Run): Promise<Deliberation> {
  let { spiral } = run
  if (spiral.entries.length === 0) spiral = await write(run)
  if (spiral.entries.length === 1 && spiral.ending === null) spiral = await review(run, spiral)
  if (spiral.entries.length === 2 && spiral.ending === null) spiral = await revise(run, spiral)
  return concludeDrafts(run.request, spiral)
}

/** Iteration 1: every seat writes alone; the most central draft leads until somebody has read the others. */
async function write(run: Run): Promise<Spiral> {
  const { request, ports } = run
  const { hearings, standings: held, anchors } = await writeTexts(run, 'draft')
  const gathered = await gatherDrafts(request.query, held.filter(holdsPosition), {
    ...ports,
    model: request.textChoice,
  })
  const drafts = gathered.map((draft) =>
    isFit(request, draft.text) ? draft : { ...draft, isUnfit: true as const },
  )
  const landscape = draftLandscape(drafts, held)
  const standings = withResiduals(held, landscape.disagreement)
  const divergence = divergenceOf(standings.map(({ residual }) => residual))
  const entry = firstEntry({ divergence, hearings, standings, anchors, landscape })
  const state = { drafts, judgements: [], improvements: [], leading: 0, revision: null }
  return publish(run, {
    ...run.spent(run.spiral, hearings),
    entries: [entry],
    standings,
    anchors,
    drafts: drafts.length === 0 ? state : { ...state, leading: leadingDraft(state, []) },
    ending: endingOfWriting(request, drafts),
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
  ports.onEvent({ type: 'iteration-start', iteration: 2, level: 2, phase: 'review' })
  await ports.pause()
  const { query } = request
  const anchors = await gatherAnchors(
    { query, level: 2, disputed: [], gathered: before.anchors },
    ports.findAnchors,
  )
  const asked = { query, criteria: request.criteria, anchors }
  const reviews = await hearReviews(seats, asked, state, roundOf(run, before))
  throwIfCancelled(run)
  const hearings = reviews.map(({ hearing }) => hearing)
  const heard = run.spent(before, hearings)
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
  ports.onEvent({ type: 'iteration-start', iteration: 3, level: 3, phase: 'revision' })
  const { query, criteria, structure } = request
  const state = before.drafts!
  const heard = await hearRework(
    { query, criteria, structure },
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
    ...run.spent(before, heard.hearings),
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
