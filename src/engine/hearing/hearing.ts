import { type Anchor, HIGHEST_LEVEL, levelName } from '../../contract/axiom.ts'
import type { Abstention, IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import type { QuestionKind, RunKind } from '../../contract/question-kind.ts'
import { goldenTarget, type Standing } from '../measure/divergence.ts'
import type { Brief, Position } from '../panel/brief.ts'
import { type Seat, servedSeat } from '../panel/panel.ts'
import type { CallCost } from '../panel/usage.ts'
import type { ParsedReply } from '../reading/read-reply.ts'

/** What one seat said in an iteration, or why it said nothing. */
export interface Hearing<Reply = ParsedReply> {
  seat: Seat
  brief: Brief
  reply: Reply | null
  abstention: Abstention | null
  /** What the call cost; null when it failed and the provider reported no cost. */
  call: CallCost | null
  /** The concrete model that answered; absent when its provider did not say. */
  servedModel?: string
  /** Further replies of the same seat to the same prompt; absent for none. */
  samples?: Hearing[]
  /** What a seat that gave no answer takes the question for; absent where it did not say. */
  kind?: QuestionKind | null
}

/** Where a seat stands after what it said. */
export function standingOf({ seat, reply, servedModel }: Hearing, kind: RunKind): Standing {
  return {
    seat: servedSeat(seat, servedModel),
    position: reply && positionOf(reply, kind),
    residual: null,
  }
}

/** What a reply stands for: its short answer where that is asked for, otherwise its text. */
function positionOf({ text, answer, remarks, isCut, calls }: ParsedReply, kind: RunKind): Position {
  const isShort = kind === 'closed' || kind === 'tools'
  const position = isShort ? { answer: answer ?? '', reason: text } : { answer: text, reason: remarks }
  if (isCut) return { ...position, isCut }
  return calls ? { ...position, calls } : position
}

/** The record of the exposition before anybody has compared the replies. */
export function firstEntry(hearings: Hearing[], standings: Standing[], anchors: Anchor[]): IterationEntry {
  return {
    iteration: 1,
    level: 1,
    level_name: levelName(1),
    phase: 'exposition',
    D: 1,
    H: 0,
    target_D: 1,
    theme: null,
    responses: hearings.map((hearing, index) => expositionResponse(hearing, standings[index]!)),
    axioms: anchors,
    clusters: [],
  }
}

/** The record of the exposition with how far the replies are apart. */
export function comparedEntry(
  entry: IterationEntry,
  standings: Standing[],
  { D, D_basis, clusters }: Pick<IterationEntry, 'D' | 'D_basis' | 'clusters'>,
): IterationEntry {
  const responses = entry.responses.map((response, index) => {
    const { residual } = standings[index]!
    return { ...response, measured: residual, residual }
  })
  return { ...entry, D, D_basis, H: 1 - D, target_D: D, responses, clusters }
}

/** The record of an iteration after some others. */
export function laterEntry(
  entries: IterationEntry[],
  later: Pick<IterationEntry, 'phase' | 'D' | 'theme' | 'responses' | 'axioms' | 'clusters'>,
): IterationEntry {
  const { phase, D, theme, responses, axioms, clusters } = later
  const iteration = entries.length + 1
  const level = levelOf(iteration)
  return {
    iteration,
    level,
    level_name: levelName(level),
    phase,
    D,
    D_basis: 'measured',
    H: 1 - D,
    target_D: goldenTarget(entries[0]!.D, iteration),
    theme,
    responses,
    axioms,
    clusters,
  }
}

/** The level of the axioms of an iteration; the last level repeats. */
export function levelOf(iteration: number): number {
  return Math.min(iteration, HIGHEST_LEVEL)
}

/** What one seat did, in the form shown to callers, before what it said is added. */
export function responseOf(
  { seat, abstention, call, servedModel }: Omit<Hearing<unknown>, 'brief' | 'reply'>,
  residual: number | null = null,
): SeatResponse {
  return {
    provider: seat.provider,
    model: seat.model,
    ...(servedModel === undefined ? {} : { served_model: servedModel }),
    name: seat.name,
    answer: null,
    position: null,
    verdict: null,
    counted_verdict: null,
    reason: abstention?.message ?? '',
    measured: residual,
    residual,
    latency_ms: call?.latencyMs ?? 0,
    tokens: (call?.promptTokens ?? 0) + (call?.completionTokens ?? 0),
    cost_usd: call?.costUsd ?? null,
    error: abstention,
  }
}

function expositionResponse(hearing: Hearing, { position }: Standing): SeatResponse {
  return {
    ...responseOf(hearing),
    answer: position?.answer ?? null,
    position: position?.answer ?? null,
    ...(position === null ? {} : { reason: position.reason }),
    ...notesOn(hearing),
  }
}

/** What is noted on a text that a seat wrote. */
export function notesOn({ reply }: Hearing): Pick<SeatResponse, 'notes' | 'cut_off'> {
  return {
    ...(reply?.notes ? { notes: reply.notes } : {}),
    ...(reply?.isCut ? { cut_off: true } : {}),
  }
}
