import { type Anchor, HIGHEST_LEVEL, levelName } from '../../contract/axiom.ts'
import type { Abstention, IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { QuestionKind, RunKind } from '../../contract/question-kind.ts'
import type { Brief, Position } from '../panel/brief.ts'
import { goldenTarget, type Seat, type Standing, servedSeat } from '../panel/panel.ts'
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
  /** Whether it asks for a search of the web; absent where it does not. */
  wantsSearch?: true
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
  const { phase, D, ...others } = later
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
    ...others,
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
    ...(servedModel !== undefined && { served_model: servedModel }),
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
  const response = { ...responseOf(hearing), ...notesOn(hearing) }
  if (position === null) return response
  const { answer, reason } = position
  return { ...response, answer, position: answer, reason }
}

/** What is noted on a text that a seat wrote. */
export function notesOn({ reply }: Hearing): Pick<SeatResponse, 'notes' | 'cut_off'> {
  return {
    ...(reply?.notes ? { notes: reply.notes } : {}),
    ...(reply?.isCut ? { cut_off: true } : {}),
  }
}

/** How many seconds a caller should wait before retrying a panel that did not meet its quorum. */
const RETRY_AFTER_SECONDS = 10

/**
 * Whether enough of the panel replied: two, and at least half. A model that says it does not know has replied; one
 * whose call failed or whose reply is unreadable has not.
 */
export function meetsQuorum(hearings: Array<Pick<Hearing<unknown>, 'abstention'>>): boolean {
  return repliesIn(hearings) >= quorumOf(hearings.length)
}

/** Whether enough of the panel replied in a recorded iteration; only the time limit lets one be recorded without. */
export function hadQuorum({ responses }: IterationEntry): boolean {
  return meetsQuorum(responses.map(({ error }) => ({ abstention: error })))
}

/** Temporary failures, which a later retry may avoid; all others last until somebody fixes them. */
export const TEMPORARY = new Set(
  'timeout conflict rate_limited provider_error unreachable connection_lost malformed_reply empty_reply unreadable aborted failed'.split(
    ' ',
  ),
)

/** The reasons of some models as details of an error, and in one line. */
export function reasonsOf(models: Array<{ name: string; problem: string }>) {
  return {
    details: models.map(({ name, problem }) => ({ path: name, problem })),
    reasons: models.map(({ name, problem }) => `${name} – ${problem}`).join('; '),
  }
}

/** A failure as a reason. */
export function problemOf({ code, message }: Abstention): string {
  return `${code}: ${message}`
}

type Unheard = Pick<Hearing<unknown>, 'seat' | 'abstention'>

/**
 * The error for a panel that did not meet its quorum, with the reason of each model: when to retry if waiting may help,
 * otherwise that it will not.
 */
export function quorumError(hearings: Unheard[], deadline: AbortSignal): StrettoError {
  const problems = hearings.flatMap(({ seat: { name }, abstention }) =>
    abstention === null ? [] : [{ name, problem: problemOf(abstention) }],
  )
  const { details, reasons } = reasonsOf(problems)
  if (deadline.aborted) {
    const message = 'The time limit was reached before any model had answered. Try fewer or faster models.'
    return new StrettoError('deadline_exceeded', message, { details })
  }
  const answered = hearings.length - details.length
  const short = `Only ${answered} of ${hearings.length} models answered; a consensus needs at least two answers and half of the panel.`
  const retryAfterSeconds = waitForQuorum(hearings)
  if (retryAfterSeconds !== null)
    return new StrettoError('unavailable', `${short} ${reasons}`, { details, retryAfterSeconds })
  const message = `${short} Retrying will not help: ${ADVICE} ${reasons}`
  return new StrettoError('upstream_error', message, { details })
}

const ADVICE = 'check the keys, the credit, the models, the question or the settings, as the reasons say.'

/** The seconds after which enough of the panel could answer, according to the providers; null for never. */
function waitForQuorum(hearings: Unheard[]): number | null {
  const missing = quorumOf(hearings.length) - repliesIn(hearings)
  const failures = hearings.map(({ abstention }) => abstention).filter((failure) => failure !== null)
  const waits = failures
    .filter(({ code }) => TEMPORARY.has(code))
    .map(({ retry_after_seconds: seconds }) => seconds ?? RETRY_AFTER_SECONDS)
    .sort((left, right) => left - right)
  // A provider that asks for no wait was already retried.
  const wait = waits[missing - 1]
  return wait === undefined ? null : Math.max(1, wait)
}

/** How many replies make a quorum of some seats. */
export function quorumOf(seats: number): number {
  return Math.max(2, Math.ceil(seats / 2))
}

/** Whether a seat replied, with an answer or without. */
export function hasReplied(abstention: Abstention | null): boolean {
  return abstention === null || REPLIED.has(abstention.code)
}

function repliesIn(hearings: Array<Pick<Hearing<unknown>, 'abstention'>>): number {
  return hearings.filter(({ abstention }) => hasReplied(abstention)).length
}

/** Abstentions of models that replied: without an answer, or with one that cannot be used. */
const REPLIED = new Set(['declined', 'invalid_reply'])

/** Whether a seat said what it had to say: it did not abstain, or another attempt would not change it. */
export function isHeard(abstention: Abstention | null): boolean {
  return abstention === null || HEARD.has(abstention.code)
}

/** Abstentions that another attempt would not change. */
const HEARD = new Set([...REPLIED, 'withdrawn'])
