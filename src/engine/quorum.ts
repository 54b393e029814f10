import { StrettoError } from '../contract/error-codes.ts'
import type { Hearing } from './hear-panel.ts'

/** Seconds a caller is asked to wait before asking a panel again that did not meet its quorum. */
const RETRY_AFTER_SECONDS = 10

/**
 * Whether enough of the panel replied: two, and at least half. A model that says it does not know has
 * replied; one whose call failed or whose reply cannot be read has not.
 */
export function meetsQuorum(hearings: Hearing[]): boolean {
  const replied = hearings.filter(
    ({ abstention }) => abstention === null || abstention.code === 'declined',
  ).length
  return replied >= 2 && replied >= hearings.length / 2
}

/** The error of a panel that never met its quorum, with each model's reason. */
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
  return new StrettoError(
    'unavailable',
    `Only ${answered} of ${hearings.length} models answered; a consensus needs two and at least half the panel. ${reasons}`,
    { details, retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}
