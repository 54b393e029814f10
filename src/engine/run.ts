import { type Anchor, HIGHEST_LEVEL } from '../contract/axiom.ts'
import type { Ending } from '../contract/deliberation.ts'
import { StrettoError } from '../contract/error-codes.ts'
import { linkedAbort } from '../utils/time-limits.ts'
import { panelClaims } from './conclude/panel-claims.ts'
import {
  type Deliberation,
  type DeliberationEvent,
  type DeliberationPorts,
  type DeliberationRequest,
  NO_USAGE,
  type Run,
  type Spiral,
} from './deliberation.ts'
import { levelOf } from './hearing/hearing.ts'
import type { AskedNow } from './panel/brief.ts'
import { type PanelModel, restoreSeats, seatPanel, withdrawnSeats } from './panel/panel.ts'
import { addPhase, addUsage, affords } from './panel/usage.ts'
import { askedOf, gatherAnchors, withAnchors } from './prompt/material.ts'
import { showPages } from './search.ts'

/** How a kind of question is settled, after the first replies. */
export interface Rounds {
  /** Iteration 1: how far the replies are apart. */
  first(run: Run): Promise<void>
  /** The next iteration, as long as the run has not ended. */
  later(run: Run): Promise<void>
  conclude(run: Run): Promise<Deliberation> | Deliberation
}

/** Seats the panel; an interrupted run keeps its seats and goes on where it was. A part of a run began when the run did. */
export function beginRun(
  request: DeliberationRequest,
  ports: DeliberationPorts,
  startedAt = ports.now() - (request.checkpoint?.usage.duration_ms ?? 0),
): Run {
  const { query, checkpoint, votes } = request
  const drawn = seatPanel(request.models, query)
  const seats = checkpoint === null ? drawn : restoreSeats(drawn, checkpoint.standings)
  const seatOf = (model: PanelModel | null) => model && seatPanel([model], query)[0]!
  const ended = linkedAbort(request.signal, request.deadline)
  const run: Run = {
    request,
    ports,
    seats,
    startedAt,
    first: [],
    writer: seatOf(request.writer),
    reader: seatOf(request.reader),
    spiral: checkpoint ?? {
      kind: null,
      date: new Date(request.askedAt ?? ports.now()).toISOString().slice(0, 10),
      entries: [],
      standings: seats.map((seat) => ({ seat, position: null, residual: null })),
      anchors: [],
      usage: NO_USAGE,
      ending: null,
      votes,
      ...(request.reliability && { reliability: request.reliability }),
    },
    signal: ended.controller.signal,
    end: ended.release,
    spend(spentOn, calls) {
      throwIfCancelled(run)
      const { usage, costWarnings = [] } = run.spiral
      const warnings = new Set([...costWarnings, ...calls.flatMap(({ call }) => call?.warnings ?? [])])
      run.spiral = {
        ...run.spiral,
        usage: {
          ...addUsage(usage, calls),
          phases: addPhase(usage.phases, spentOn, calls),
          duration_ms: ports.now() - startedAt,
        },
        costWarnings: warnings.size === 0 ? undefined : [...warnings],
      }
    },
    warn(warnings) {
      if (warnings.length === 0) return
      const all = new Set([...(run.spiral.readingWarnings ?? []), ...warnings])
      run.spiral = { ...run.spiral, readingWarnings: [...all] }
    },
    affords: (calls, dearer) => affords(request.budget, run.spiral.usage, calls + repairsOf(run), dearer),
  }
  if (checkpoint?.found) showPages(run, checkpoint.found)
  return run
}

/** How many calls a repair may still take: with a format one, unless the leading draft satisfies it. */
function repairsOf({ request: { format }, spiral: { drafts } }: Run): number {
  const leading = drafts?.drafts[drafts.leading]
  return format === undefined || (leading !== undefined && !leading.isUnfit) ? 0 : 1
}

/** How many seats can still be asked. */
export function seatsToAsk({ seats, spiral }: Run): number {
  return seats.length - withdrawnSeats(spiral.entries, seats).size
}

/**
 * Announces the next iteration and gathers its axioms: those of its level that bear on the question or on disputed points,
 * added to those that are known. Where an axiom of any level speaks against the answer, others of any level may speak for
 * it.
 */
export async function beginIteration(
  { request, ports, spiral }: Run,
  phase: Extract<DeliberationEvent, { type: 'iteration-start' }>['phase'],
  { contrary, disputed = [] }: { contrary?: Anchor[]; disputed?: string[] } = {},
): Promise<AskedNow> {
  const iteration = spiral.entries.length + 1
  const level = levelOf(iteration)
  ports.onEvent({ type: 'iteration-start', iteration, level, phase })
  await ports.pause()
  const highest = contrary !== undefined && contrary.length > 0 ? HIGHEST_LEVEL : level
  const search = { asked: request, level: highest, disputed }
  const found = request.step ? [] : await gatherAnchors(search, ports.findAnchors)
  const anchors = withAnchors(contrary ?? spiral.anchors, found)
  return { ...askedOf(request), date: spiral.date, anchors }
}

/** Stores the state with some changes and publishes its last iteration, in this order: whoever receives the event and then asks must find it. */
export async function publish(run: Run, changes: Partial<Spiral>): Promise<void> {
  throwIfCancelled(run)
  const { request, ports } = run
  run.spiral = { ...run.spiral, ...changes }
  const { entries, standings, pointList, anchors } = run.spiral
  await ports.onCheckpoint(run.spiral)
  const entry = entries.at(-1)!
  ports.onEvent({ type: 'iteration-end', entry })
  if (pointList === undefined) return
  const claims = panelClaims(pointList, standings, { anchors, facts: request.calibration.facts })
  ports.onEvent({ type: 'claims-change', iteration: entry.iteration, claims })
}

/** Ends the run without another iteration. */
export function endWith(run: Run, ending: Ending): void {
  run.spiral = { ...run.spiral, ending }
}

/** Ends the run when the caller has left. */
export function throwIfCancelled({ request }: Run): void {
  if (request.signal.aborted)
    throw new StrettoError('cancelled', 'The consensus was cancelled before it finished.')
}

/** What decides whether a run goes on after an iteration. */
interface IterationEnd {
  /** How many seats gave an answer; absent once enough of them have. */
  answering?: number
  isAgreed: boolean
  /** Whether there is anything left to ask; absent where there always is. */
  hasMore?: boolean
  /** Whether asking again may change anything; absent where it may. */
  moved?: boolean
}

/** Why a run ends after an iteration, by the first reason that applies; null when it goes on. */
export function endingAfter(
  { request }: Run,
  iteration: number,
  { answering = 2, isAgreed, hasMore = true, moved = true }: IterationEnd,
): Ending | null {
  if (answering < 2) return 'unanswered'
  if (isAgreed) return 'converged'
  if (!hasMore) return 'settled'
  if (request.deadline.aborted) return 'deadline'
  if (iteration >= request.maxIterations) return 'exhausted'
  return moved ? null : 'stalled'
}

/** Why a later iteration that too many seats missed ends the run. */
export function endingWithoutQuorum({ request }: Run): 'deadline' | 'quorum_lost' {
  return request.deadline.aborted ? 'deadline' : 'quorum_lost'
}
