import { StrettoError } from '../../contract/error-codes.ts'
import type { Hearing } from './hear-panel.ts'

/** Seconds a caller is asked to wait before asking a panel again that did not meet its quorum. */
const RETRY_AFTER_SECONDS = 10

/**
 * Whether enough of the panel replied: two, and at least half. A model that says it does not know has
 * replied; one whose call failed or whose reply cannot be read has not.
 */
export function meetsQuorum(hearings: Hearing[]): boolean {
  return hearings.filter(hasReplied).length >= quorumOf(hearings.length)
}

/** Failures that may have passed when a panel is asked again; any other stays until somebody mends it. */
export const PASSING = new Set([
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

/**
 * The error of a panel that never met its quorum, with each model's reason: when to ask again where waiting may help,
 * otherwise that it does not.
 */
export function quorumError(hearings: Hearing[], deadline: AbortSignal): StrettoError {
  const details = hearings.flatMap(({ seat, abstention }) =>
    abstention === null ? [] : [{ path: seat.name, problem: `${abstention.code}: ${abstention.message}` }],
  )
  if (deadline.aborted) {
    const message =
      'The time for this consensus was over before enough models had answered. Try fewer or faster models.'
    return new StrettoError('deadline_exceeded', message, { details })
  }
  const answered = hearings.length - details.length
  const reasons = details.map(({ path, problem }) => `${path} – ${problem}`).join('; ')
  const short = `Only ${answered} of ${hearings.length} models answered; a consensus needs two and at least half the panel.`
  const retryAfterSeconds = waitForQuorum(hearings)
  if (retryAfterSeconds === null) {
    const message = `${short} Asking again will not help: ${adviceFor(hearings)} ${reasons}`
    return new StrettoError('upstream_error', message, { details })
  }
  return new StrettoError('unavailable', `${short} ${reasons}`, { details, retryAfterSeconds })
}

/** Failures of the key, the credit or the name of a model. */
const OF_ACCESS = new Set(['unauthorized', 'payment_required', 'forbidden', 'model_not_found'])

function adviceFor(hearings: Hearing[]): string {
  return hearings.some(({ abstention }) => abstention !== null && OF_ACCESS.has(abstention.code))
    ? 'check the keys, the credit and the names of the models.'
    : 'change the question, the models or the settings, as the reasons say.'
}

/** The seconds after which enough of the panel could answer, by what the providers ask for; null for never. */
function waitForQuorum(hearings: Hearing[]): number | null {
  const missing = quorumOf(hearings.length) - hearings.filter(hasReplied).length
  const waits = hearings
    .flatMap(({ abstention }) => (abstention !== null && PASSING.has(abstention.code) ? [abstention] : []))
    .map(({ retry_after_seconds: seconds }) => seconds ?? RETRY_AFTER_SECONDS)
    .sort((left, right) => left - right)
  // A provider that asks for no time at all was tried again already.
  const wait = waits[missing - 1]
  return wait === undefined ? null : Math.max(1, wait)
}

function quorumOf(seats: number): number {
  return Math.max(2, Math.ceil(seats / 2))
}

function hasReplied({ abstention }: Hearing): boolean {
  return abstention === null || abstention.code === 'declined'
}
