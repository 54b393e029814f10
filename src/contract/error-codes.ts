import { z } from 'zod'
import { list, named, text } from './described.ts'

/** Every error code of the service, its HTTP status, and what the code leaves open. Nothing else chooses a status. */
export const HTTP_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  /** A web page of an origin that may not call the tools. */
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The request took too long to arrive, or its stream was not read in time. */
  request_timeout: 408,
  /** The task has no result to which this could be done. */
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** An `Expect` header with an unsupported value. */
  expectation_failed: 417,
  /** The service listens on a loopback address and the Host header names a host it does not serve. */
  misdirected_request: 421,
  /** The answer of the panel does not satisfy the format that was asked for; the same request may fail again and costs as much again. */
  unfit_answer: 422,
  rate_limited: 429,
  headers_too_large: 431,
  /** The caller disconnected before its body was complete; visible only in logs and metrics. */
  aborted: 499,
  internal_error: 500,
  /** Quorum not met for a reason that waiting does not fix (key, credit, model), or another upstream provider failed. */
  upstream_error: 502,
  /** Quorum temporarily not met, queue full, disk full, or shutting down; `Retry-After` is set. */
  unavailable: 503,
  /** The run reached its time limit before any model had answered. */
  deadline_exceeded: 504,
  /** The caller cancelled the task (task errors only; an HTTP caller has disconnected by then). */
  cancelled: 503,
} as const

export type ErrorCode = keyof typeof HTTP_STATUS

export const ErrorBody = named('Error', 'The body of every error response', {
  status: z.int().meta({ description: 'The HTTP status, repeated', example: 400 }),
  error: z.string().meta({ description: 'A stable error code', example: 'bad_request' }),
  message: text('What happened and what to do next'),
  details: list(
    z.object({ path: text('The field, as in models.0.name'), problem: text('What is wrong with it') }),
    'Problems found in the request, each with the path of the field',
  ).optional(),
  request_id: text('Also in the X-Request-Id header'),
})

export type ErrorBody = z.infer<typeof ErrorBody>

export type ErrorDetail = NonNullable<ErrorBody['details']>[number]

type StrettoErrorOptions = Partial<Pick<StrettoError, 'details' | 'chatCode' | 'retryAfterSeconds' | 'cause'>>

/** The one error class of the service; its message says what happened and what to do next. */
export class StrettoError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** The code that the chat API shows instead, where that protocol has a finer one. */
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

/** The error for what is refused or ended because the service stops. */
export function shuttingDown(): StrettoError {
  return new StrettoError('unavailable', 'The service is shutting down. Try again shortly.', {
    retryAfterSeconds: 5,
  })
}

/** The error for a request whose field at this path is wrong. */
export function wrongField(path: string, message: string): StrettoError {
  return new StrettoError('bad_request', message, { details: [{ path, problem: message }] })
}

/** The same for a problem that is told without a full stop. */
export function refused(path: string, problem: string, chatCode?: string): StrettoError {
  return new StrettoError('bad_request', `${problem}.`, { details: [{ path, problem }], chatCode })
}

export const ChatErrorBody = named('ChatError', 'The body of every error response under /v1', {
  error: z
    .object({
      message: text('What happened and what to do next'),
      type: text('The kind of error').meta({ example: 'invalid_request_error' }),
      param: z
        .string()
        .nullable()
        .meta({ description: 'The field that is wrong', example: 'messages[2].content' }),
      code: z.string().meta({ description: 'A stable error code', example: 'model_not_found' }),
    })
    .describe('What went wrong'),
})
export type ChatErrorBody = z.infer<typeof ChatErrorBody>

/** The codes of this protocol, where they differ from those of the service. */
const CODES: Partial<Record<ErrorCode, string>> = {
  bad_request: 'invalid_value',
  unauthorized: 'invalid_api_key',
  not_found: 'unknown_url',
  rate_limited: 'rate_limit_exceeded',
}

/** An error in the form of the chat API. */
export function chatErrorOf({ code, chatCode, message, details }: StrettoError): ChatErrorBody {
  return {
    error: {
      message,
      type: typeOf(code),
      // The details of other failures are about models, not about fields.
      param: HTTP_STATUS[code] < 500 ? fieldIn(details?.[0]?.path) : null,
      code: chatCode ?? CODES[code] ?? code,
    },
  }
}

function fieldIn(path: string | undefined): string | null {
  return path === undefined || path === 'body' ? null : path.replace(/\.(\d+)/g, '[$1]')
}

function typeOf(code: ErrorCode): string {
  if (code === 'rate_limited') return 'rate_limit_error'
  return HTTP_STATUS[code] < 500 ? 'invalid_request_error' : 'server_error'
}
