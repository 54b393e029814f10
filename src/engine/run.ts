import type { Ending, Usage } from '../contract/deliberation.ts'
import { StrettoError } from '../contract/error-codes.ts'
import { panelClaims } from './conclude/claims/panel-claims.ts'
import type { DeliberationEvent, DeliberationPorts, DeliberationRequest, Run } from './deliberation.ts'
import type { Hearing } from './hearing/hear-panel.ts'
import { beginSpiral, type Spiral } from './measure/spiral.ts'
import { affords } from './panel/budget.ts'
import { type PanelModel, restoreSeats, seatPanel, withdrawnSeats } from './panel/panel.ts'
import { addPhase, addUsage, type CallCost } from './panel/usage.ts'
import type { ParsedReply } from './reading/reply/read-reply.ts'

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
    spent: (before, spentOn, calls) => ({
      ...before,
      usage: timed({ ...addUsage(before.usage, calls), phases: addPhase(before.usage, spentOn, calls) }),
      costWarnings: withCostWarnings(before.costWarnings, calls),
    }),
    affords: (spiral, { calls, reserve }) =>
      affords(request.budget, spiral.usage, { calls, reserve: reserve + repairsOf(request, spiral) }),
  }
}

/** The day of a point in time, such as 2026-11-17. */
function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** The warnings so far, plus those of some calls; absent while there are none. */
function withCostWarnings(warnings: string[] = [], calls: Array<{ call: CallCost | null }>) {
  const all = new Set([...warnings, ...calls.flatMap(({ call }) => call?.warnings ?? [])])
  return all.size === 0 ? undefined : [...all]
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

/** What decides whether a run goes on after an iteration. */
interface Reached {
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
  { answering = 2, isAgreed, hasMore = true, moved = true }: Reached,
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

/** The event that tells what a seat said; rulings, reviews and judgements of claims are told without their content. */
function answerReceived(
  iteration: number,
  { seat, reply, abstention, call }: Hearing<unknown>,
): DeliberationEvent {
  const { answer = null, text = null } = (reply ?? {}) as Partial<Pick<ParsedReply, 'answer' | 'text'>>
  return {
    type: 'answer-received',
    iteration,
    name: seat.name,
    model: seat.model,
    answered: abstention === null,
    answer: answer ?? text,
    text,
    error: abstention,
    latency_ms: call?.latencyMs ?? 0,
    cost_usd: call?.costUsd ?? null,
  }
}
