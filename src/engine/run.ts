import type { Usage } from '../contract/deliberation.ts'
import { StrettoError } from '../contract/error-codes.ts'
import { panelClaims } from './conclude/claims/panel-claims.ts'
import type { DeliberationPorts, DeliberationRequest, Run } from './deliberation.ts'
import { answerReceived } from './hearing/answer-received.ts'
import { gatherCostWarnings, type Hearing } from './hearing/hear-panel.ts'
import { beginSpiral, type Spiral } from './measure/spiral.ts'
import { addUsage } from './panel/add-usage.ts'
import { affords } from './panel/budget.ts'
import { type PanelModel, restoreSeats, seatPanel } from './panel/panel.ts'
import { addPhase } from './panel/usage-phases.ts'
import { withdrawnSeats } from './panel/withdrawn-seats.ts'

/** Seats the panel; an interrupted run keeps its seats and goes on where it was. */
export function beginRun(request: DeliberationRequest, ports: DeliberationPorts): Run {
  const { query, checkpoint, votes } = request
  const startedAt = ports.now()
  const drawn = seatPanel(request.models, query)
  const seats = checkpoint === null ? drawn : restoreSeats(drawn, checkpoint.standings)
  const spiral = checkpoint ?? beginSpiral(seats, { date: dayOf(request.askedAt ?? startedAt), votes })
  const seatOf = (model: PanelModel | null) => model && seatPanel([model], query)[0]!
  const spentBefore = spiral.usage.duration_ms
  const timed = (usage: Usage): Usage => ({ ...usage, duration_ms: spentBefore + ports.now() - startedAt })
  return {
    request,
    ports,
    seats,
    writer: seatOf(request.writer),
    reader: seatOf(request.reader),
    spiral,
    signal: AbortSignal.any([request.signal, request.deadline]),
    timed,
    spent: (before, spentOn, calls) => ({
      ...before,
      usage: timed({ ...addUsage(before.usage, calls), phases: addPhase(before.usage, spentOn, calls) }),
      costWarnings: gatherCostWarnings(before.costWarnings, calls),
    }),
    affords: (spiral, { calls, reserve }) =>
      affords(request.budget, spiral.usage, { calls, reserve: reserve + repairsOf(request, spiral) }),
  }
}

/** The day of a point in time, such as 2026-11-17. */
function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** How many calls a repair may still take: with a format one, unless the leading draft satisfies it. */
function repairsOf({ format }: DeliberationRequest, { drafts }: Spiral): number {
  const leading = drafts?.drafts[drafts.leading]
  return format === undefined || (leading !== undefined && !leading.isUnfit) ? 0 : 1
}

/** How many seats can still be asked. */
export function seatsToAsk({ seats }: Run, { entries }: Spiral): number {
  return seats.length - withdrawnSeats(entries, seats).size
}

/** What is needed to ask seats in an iteration. */
export function roundOf({ request, ports, seats, signal }: Run, { entries }: Spiral) {
  const iteration = entries.length + 1
  return {
    iteration,
    withdrawn: withdrawnSeats(entries, seats),
    ask: ports.askModel,
    pause: ports.pause,
    signal,
    isJson: request.format !== undefined,
    onHearing: (hearing: Hearing<unknown>) => ports.onEvent(answerReceived(iteration, hearing)),
  }
}

/** Stores a state and publishes its last iteration, in this order: whoever receives the event and then asks must find it. */
export async function publish({ request, ports, seats }: Run, spiral: Spiral): Promise<Spiral> {
  await ports.onCheckpoint(spiral)
  const entry = spiral.entries.at(-1)!
  ports.onEvent({ type: 'iteration-end', entry })
  if (spiral.ledger) {
    const { facts } = request.calibration
    const claims = panelClaims(spiral.ledger, seats, { anchors: spiral.anchors, facts })
    ports.onEvent({ type: 'claims-change', iteration: entry.iteration, claims })
  }
  return spiral
}

/** Ends the run when the caller has left. */
export function throwIfCancelled({ request }: Run): void {
  if (request.signal.aborted)
    throw new StrettoError('cancelled', 'The consensus was cancelled before it finished.')
}

/** Why a later iteration that too many seats missed ends the run. */
export function endingWithoutQuorum({ request }: Run): 'deadline' | 'quorum_lost' {
  return request.deadline.aborted ? 'deadline' : 'quorum_lost'
}
