import type { Abstention, IterationEntry } from '../../contract/deliberation.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { Hearing } from './hearing.ts'

/** How many seconds a caller should wait before retrying a panel that did not meet its quorum. */
const RETRY_AFTER_SECONDS = 10

/**
 * Whether enough of the panel replied: two, and at least half. A model that says it does not know has replied; one
 * whose call failed or whose reply is unreadable has not.
 */
export function meetsQuorum(hearings: Array<Pick<Hearing<unknown>, 'abstention'>>): boolean {
  return repliesIn(hearings) >= quorumOf(hearings.length)
}

/** Whether the time limit left too few replies for a quorum, but at least one answer, which was paid for and is delivered. */
export function isCutShort(
  hearings: Array<Pick<Hearing<unknown>, 'abstention'>>,
  deadline: AbortSignal,
): boolean {
  return deadline.aborted && !meetsQuorum(hearings) && hearings.some(({ abstention }) => abstention === null)
}

/** Whether enough of the panel replied in a recorded iteration; only the time limit lets one be recorded without. */
export function hadQuorum({ responses }: IterationEntry): boolean {
  return meetsQuorum(responses.map(({ error }) => ({ abstention: error })))
}

/** Temporary failures, which a later retry may avoid; all others last until somebody fixes them. */
export const TEMPORARY = new Set([
  'timeout',
  'conflict',
  'rate_limited',
  'provider_error',
  'unreachable',
  'connection_lost',
  'malformed_reply',
  'empty_reply',
  'unreadable',
  'aborted',
  'failed',
])

/** The reasons of some models as details of an error, and in one line. */
export function reasonsOf(models: Array<{ name: string; problem: string }>): {
  details: Array<{ path: string; problem: string }>
  reasons: string
} {
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
  const { details, reasons } = reasonsOf(
    hearings.flatMap(({ seat: { name }, abstention }) =>
      abstention === null ? [] : [{ name, problem: problemOf(abstention) }],
    ),
  )
  if (deadline.aborted) {
    const message = 'The time limit was reached before any model had answered. Try fewer or faster models.'
    return new StrettoError('deadline_exceeded', message, { details })
  }
  const answered = hearings.length - details.length
  const short = `Only ${answered} of ${hearings.length} models answered; a consensus needs at least two answers and half of the panel.`
  const retryAfterSeconds = waitForQuorum(hearings)
  if (retryAfterSeconds === null) {
    const message = `${short} Retrying will not help: ${adviceFor(hearings)} ${reasons}`
    return new StrettoError('upstream_error', message, { details })
  }
  return new StrettoError('unavailable', `${short} ${reasons}`, { details, retryAfterSeconds })
}

/** Failures caused by the key, the credit or the model name. */
const OF_ACCESS = new Set(['unauthorized', 'payment_required', 'forbidden', 'model_not_found'])

function adviceFor(hearings: Unheard[]): string {
  return hearings.some(({ abstention }) => abstention !== null && OF_ACCESS.has(abstention.code))
    ? 'check the API keys, the credit and the model names.'
    : 'change the question, the models or the settings according to the reasons.'
}

/** The seconds after which enough of the panel could answer, according to the providers; null for never. */
function waitForQuorum(hearings: Unheard[]): number | null {
  const missing = quorumOf(hearings.length) - repliesIn(hearings)
  const waits = hearings
    .flatMap(({ abstention }) => (abstention !== null && TEMPORARY.has(abstention.code) ? [abstention] : []))
    .map(({ retry_after_seconds: seconds }) => seconds ?? RETRY_AFTER_SECONDS)
    .sort((left, right) => left - right)
  // A provider that asks for no wait was already retried.
  const wait = waits[missing - 1]
  return wait === undefined ? null : Math.max(1, wait)
}

function quorumOf(seats: number): number {
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
