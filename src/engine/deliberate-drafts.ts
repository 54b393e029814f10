import { concludeDrafts } from './conclude/conclude-drafts.ts'
import type { Deliberation } from './deliberation.ts'
import { reviewEntry, reworkEntry } from './hearing/drafts/draft-entry.ts'
import { draftLandscape, gatherDrafts } from './hearing/drafts/gather-drafts.ts'
import { hearReviews } from './hearing/drafts/hear-reviews.ts'
import { hearRework } from './hearing/drafts/hear-rework.ts'
import { hearExposition, positionOf } from './hearing/hear-panel.ts'
import { firstEntry } from './hearing/iteration-entry.ts'
import { meetsQuorum, quorumError } from './hearing/quorum.ts'
import { divergenceOf } from './measure/divergence.ts'
import type { DraftState } from './measure/drafts/draft.ts'
import { isConsensus, residualsOf, wantsRevision } from './measure/drafts/panel-on-draft.ts'
import { leadingDraft } from './measure/drafts/weigh-drafts.ts'
import { holdsPosition, type Standing } from './measure/landscape.ts'
import type { Ending, Spiral } from './measure/spiral.ts'
import { gatherAnchors, NOTHING_GATHERED } from './prompt/gather-anchors.ts'
import { endingWithoutQuorum, publish, type Run, roundOf, throwIfCancelled } from './run.ts'

/**
 * Drafts, settled by the panel's own reviews: every seat writes alone, then reviews the drafts of the others; the
 * leading draft is revised once if its reviewers ask for it. It is delivered verbatim.
 */
export async function deliberateDrafts(run: Run): Promise<Deliberation> {
  let { spiral } = run
  if (spiral.entries.length === 0) spiral = await write(run, spiral)
  if (spiral.entries.length === 1 && spiral.ending === null) spiral = await review(run, spiral)
  if (spiral.entries.length === 2 && spiral.ending === null) spiral = await revise(run, spiral)
  return concludeDrafts(run.request, spiral)
}

/** Iteration 1: every seat writes alone; the most central draft leads until somebody has read the others. */
async function write(run: Run, before: Spiral): Promise<Spiral> {
  const { request, ports, seats } = run
  const { query, criteria } = request
  await ports.pause()
  const anchors = await gatherAnchors({ query, level: 1, ...NOTHING_GATHERED }, ports.findAnchors)
  ports.onEvent({ type: 'iteration-start', iteration: 1, level: 1, phase: 'exposition' })
  const brief = { phase: 'exposition', kind: 'draft', query, criteria, anchors } as const
  const hearings = await hearExposition(seats, brief, roundOf(run, before))
  throwIfCancelled(run)
  if (!meetsQuorum(hearings)) throw quorumError(hearings, request.deadline)

  const held: Standing[] = hearings.map(({ seat, reply }) => ({
    seat,
    position: reply && positionOf(reply),
    residual: null,
  }))
  const drafts = await gatherDrafts(query, held.filter(holdsPosition), {
    ...ports,
    model: request.textChoice,
  })
  const landscape = draftLandscape(drafts, held)
  const standings = held.map((standing) => ({
    ...standing,
    residual: landscape.disagreement.get(standing.seat.key) ?? null,
  }))
  const divergence = divergenceOf(standings.map(({ residual }) => residual))
  const entry = firstEntry({ divergence, hearings, standings, anchors, landscape })
  const state = { drafts, judgements: [], improvements: [], leading: 0, revision: null }
  const leading = drafts.length === 0 ? 0 : leadingDraft(state, [])
  return publish(run, {
    ...run.spent(before, hearings),
    entries: [entry],
    standings,
    anchors,
    drafts: { ...state, leading },
    ending: endingOf({ isAgreed: drafts.length === 1, writers: standings.filter(holdsPosition).length }),
  })

  function endingOf({ isAgreed, writers }: { isAgreed: boolean; writers: number }): Ending | null {
    if (writers < 2) return 'unanswered'
    // A single draft that was cut off is not agreed on, but there is nothing to choose from either.
    if (isAgreed) return drafts[0]!.isCut ? 'settled' : 'converged'
    if (request.deadline.aborted) return 'deadline'
    return request.maxIterations === 1 ? 'exhausted' : null
  }
}

/** Iteration 2: every seat reviews the drafts of the others, whatever the structure. */
async function review(run: Run, before: Spiral): Promise<Spiral> {
  const { request, ports, seats } = run
  const state = before.drafts!
  ports.onEvent({ type: 'iteration-start', iteration: 2, level: 2, phase: 'review' })
  await ports.pause()
  const { query } = request
  const anchors = await gatherAnchors(
    { query, level: 2, landscape: NOTHING_GATHERED.landscape, gathered: before.anchors },
    ports.findAnchors,
  )
  const asked = { query, criteria: request.criteria, anchors }
  const hearings = await hearReviews(seats, asked, state, roundOf(run, before))
  throwIfCancelled(run)
  const heard = run.spent(
    before,
    hearings.map(({ hearing }) => hearing),
  )
  if (!meetsQuorum(hearings.map(({ hearing }) => hearing)))
    return { ...heard, ending: endingWithoutQuorum(run) }

  const judged = {
    ...state,
    judgements: hearings.flatMap(({ judgements }) => judgements),
    improvements: hearings.flatMap(({ hearing, improvements }) =>
      improvements.length === 0 ? [] : [{ reviewer: hearing.seat.key, texts: improvements }],
    ),
  }
  const drafts = {
    ...judged,
    leading: leadingDraft(
      judged,
      seats.map(({ key }) => key),
    ),
  }
  const residuals = residualsOf(drafts, seats)
  const standings = before.standings.map((standing) => ({
    ...standing,
    residual: residuals.get(standing.seat.key) ?? null,
  }))
  const entry = reviewEntry({ drafts, hearings, standings, anchors, initial: before.entries[0]!.D })
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
  const drafts = { ...state, revision: heard.revision }
  const residuals = residualsOf(drafts, seats)
  const standings = before.standings.map((standing) => ({
    ...standing,
    residual: residuals.get(standing.seat.key) ?? null,
  }))
  const entry = reworkEntry({ drafts, heard, standings, anchors: before.anchors, entries: before.entries })
  return publish(run, {
    ...run.spent(before, heard.hearings),
    entries: [...before.entries, entry],
    standings,
    drafts,
    ending: endingOn(run, drafts, true),
  })
}

/** How the panel ends: agreed, or not, perhaps because the time was up before everything was asked. */
function endingOn({ request, seats }: Run, drafts: DraftState, hadMoreToAsk: boolean): Ending {
  if (isConsensus(drafts, seats)) return 'converged'
  return hadMoreToAsk && request.deadline.aborted ? 'deadline' : 'settled'
}
