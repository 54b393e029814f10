import { StrettoApiError, StrettoConnectionError } from '../../../src/client/errors.ts'

/** Why something did not work, and what the reader can do about it. */
export type Problem =
  /** A key is needed, or the one that was sent is unknown. */
  | { kind: 'key'; message: string }
  /** It can be tried again after some seconds. */
  | { kind: 'wait'; message: string; seconds: number }
  /** The service cannot be reached, or the connection was lost. */
  | { kind: 'lost'; message: string }
  /** It was refused; the same request would be refused again. */
  | { kind: 'refused'; message: string; details: string[]; requestId: string | null }

const LEAST_WAIT_SECONDS = 1

/** What a failure of the client means to the reader. */
export function problemOf(error: unknown): Problem {
  if (error instanceof StrettoConnectionError) return { kind: 'lost', message: error.message }
  if (!(error instanceof StrettoApiError))
    return { kind: 'refused', message: String(error), details: [], requestId: null }
  const { status, message, retryAfterSeconds, details, requestId } = error
  if (status === 401) return { kind: 'key', message }
  if (status === 429 || status === 503)
    return { kind: 'wait', message, seconds: Math.max(LEAST_WAIT_SECONDS, Math.ceil(retryAfterSeconds ?? 5)) }
  return {
    kind: 'refused',
    message,
    details: details.map(({ path, problem }) => `${path}: ${problem}`),
    requestId,
  }
}
