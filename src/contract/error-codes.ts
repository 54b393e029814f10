/**
 * Every error code of the service and its HTTP status. No other code chooses a status.
 *
 * | code | when |
 * |---|---|
 * | bad_request | malformed JSON, a missing or out-of-range value |
 * | unauthorized | a key is required, and it is missing or unknown |
 * | not_found | unknown path, task or result |
 * | method_not_allowed | the path does not support this method |
 * | request_timeout | the request took too long to arrive |
 * | payload_too_large | body over 1 MiB |
 * | unsupported_media_type | a POST that is not application/json |
 * | expectation_failed | an `Expect` header with an unsupported value |
 * | misdirected_request | the service listens on a loopback address and the Host header names a host it does not serve |
 * | headers_too_large | the request headers are too large in total |
 * | unfit_answer | the answer of the panel does not satisfy the format that was asked for; the same request may fail again and costs as much again |
 * | rate_limited | a rate limit is exhausted; `Retry-After` says how long to wait |
 * | aborted | the caller disconnected before its body was complete; visible only in logs and metrics |
 * | internal_error | a bug or an unexpected failure in the service |
 * | upstream_error | quorum not met for a reason that waiting does not fix (key, credit, model), or another upstream provider failed |
 * | unavailable | quorum temporarily not met, queue full, disk full, or shutting down; `Retry-After` is set |
 * | deadline_exceeded | the run reached its time limit before any model had answered |
 * | cancelled | the caller cancelled the task (task errors only; an HTTP caller has disconnected by then) |
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
  unfit_answer: 422,
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
  /** The code that the chat API shows instead, where that protocol has a finer one. */
  chatCode?: string
  retryAfterSeconds?: number
  cause?: unknown
}

/** The one error class of the service; its message says what happened and what to do next. */
export class StrettoError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly chatCode: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: StrettoErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'StrettoError'
    this.code = code
    this.details = options.details
    this.chatCode = options.chatCode
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
