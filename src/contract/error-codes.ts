/**
 * Every error code the service answers with, and its HTTP status. Nothing else decides a status.
 *
 * | code | when |
 * |---|---|
 * | bad_request | malformed JSON, a missing or out-of-range value |
 * | unauthorized | a key is required and none, or a wrong one, was sent |
 * | not_found | unknown path, task, result |
 * | method_not_allowed | the path exists, the method does not |
 * | request_timeout | the request did not come in whole in time |
 * | payload_too_large | body over 1 MiB |
 * | unsupported_media_type | a POST that is not application/json |
 * | expectation_failed | an `Expect` header asks for what is not known |
 * | misdirected_request | the Host is none of this service's own while it listens on a loopback address |
 * | headers_too_large | the request's header fields are too large together |
 * | rate_limited | a window is spent; `Retry-After` says how long |
 * | aborted | the caller left before its body was in; nobody reads this answer, logs and metrics show it |
 * | internal_error | a fault of the service itself |
 * | upstream_error | quorum not met for reasons that waiting does not mend (key, credit, model), or a provider outside the panel failed |
 * | unavailable | quorum not met for now, queue full, disk full, shutting down; `Retry-After` is set |
 * | deadline_exceeded | the run's time was over before the first answers were in |
 * | cancelled | the task was cancelled by its caller (tasks only; over HTTP the caller has gone) |
 */
export const HTTP_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  misdirected_request: 421,
  rate_limited: 429,
  headers_too_large: 431,
  aborted: 499,
  internal_error: 500,
  upstream_error: 502,
  unavailable: 503,
  deadline_exceeded: 504,
  cancelled: 503,
} as const

/** A code from the table above. */
export type ErrorCode = keyof typeof HTTP_STATUS

/** One problem inside a request: where it is and what is wrong with it. */
export interface ErrorDetail {
  path: string
  problem: string
}

interface StrettoErrorOptions {
  details?: ErrorDetail[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** The one error class of the service; its message says what happened and what to do next. */
export class StrettoError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: StrettoErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'StrettoError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
