import { type ErrorCode, StrettoError } from '../../../contract/error-codes.ts'
import { ModelFailure, TEMPORARY } from '../../../engine/index.ts'

/** The errors of one model, where they are those of the caller; the others are those of its provider. */
const CODES: Record<string, { code: ErrorCode; chatCode?: string }> = {
  bad_request: { code: 'bad_request' },
  refused: { code: 'bad_request' },
  conflict: { code: 'bad_request' },
  filtered: { code: 'bad_request', chatCode: 'content_filter' },
  too_large: { code: 'bad_request', chatCode: 'context_length_exceeded' },
  model_not_found: { code: 'not_found', chatCode: 'model_not_found' },
  rate_limited: { code: 'rate_limited' },
  timeout: { code: 'deadline_exceeded' },
  aborted: { code: 'cancelled' },
}

/** How long to wait where the provider did not say. */
const RETRY_AFTER_SECONDS = 10

/** The failure of one model as an error of this service, in the words of its provider. */
export function singleFailure(error: unknown, model: string, isOwnKey: boolean): StrettoError {
  if (error instanceof StrettoError) return error
  if (!(error instanceof ModelFailure))
    return new StrettoError('internal_error', 'An unexpected error occurred.', { cause: error })
  const { code, message, retryAfterMs } = error
  // A key that is refused is the caller's fault if the key is.
  const known = code === 'unauthorized' && isOwnKey ? { code: 'unauthorized' as const } : CODES[code]
  const chosen = known?.code ?? (TEMPORARY.has(code) ? 'unavailable' : 'upstream_error')
  const mayPass = chosen === 'unavailable' || chosen === 'rate_limited'
  const waitSeconds = retryAfterMs === null ? RETRY_AFTER_SECONDS : Math.ceil(retryAfterMs / 1000)
  return new StrettoError(chosen, `${model}: ${message}`, {
    ...(known?.chatCode && { chatCode: known.chatCode }),
    ...(chosen === 'not_found' && { details: [{ path: 'model', problem: message }] }),
    ...(mayPass && { retryAfterSeconds: Math.max(1, waitSeconds) }),
    cause: error,
  })
}
