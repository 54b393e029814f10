import type { ErrorBody, ErrorCode, ErrorDetail } from '../contract/error-codes.ts'

type ApiFailure = Pick<StrettoApiError, 'status' | 'code' | 'message'> &
  Partial<Pick<StrettoApiError, 'details' | 'requestId' | 'retryAfterSeconds'>>

/** The service answered with an error, or a task or a stream ended with one. */
export class StrettoApiError extends Error {
  override readonly name = 'StrettoApiError'
  /** The HTTP status; null for a task that failed. */
  readonly status: number | null
  /** A code of the service, of the provider that the chat API speaks like, or `unknown` for an answer of somebody else. */
  readonly code: ErrorCode | (string & {})
  /** What is wrong with the request, field by field. */
  readonly details: ErrorDetail[]
  readonly requestId: string | null
  /** How long to wait before another attempt; null when none was recommended. */
  readonly retryAfterSeconds: number | null

  constructor({ status, code, message, details, requestId, retryAfterSeconds }: ApiFailure) {
    super(message)
    this.status = status
    this.code = code
    this.details = details ?? []
    this.requestId = requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

/** The service could not be reached, or the connection was lost before the answer was complete. */
export class StrettoConnectionError extends Error {
  override readonly name = 'StrettoConnectionError'
}

/** The error of a response that is not a success. */
export async function errorFrom(response: Response): Promise<StrettoApiError> {
  const text = await response.text().catch(() => '')
  return new StrettoApiError({
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    ...(failureIn(text) ?? { code: 'unknown', message: strangeAnswer(response, text) }),
    status: response.status,
  })
}

/** The error that a stream ends with, when a status can no longer be sent. */
export function streamedError(data: string): StrettoApiError {
  return new StrettoApiError(failureIn(data) ?? { status: null, code: 'unknown', message: data })
}

/** A body with an error; a stream adds what it has no status and no headers for. */
interface FailedBody extends Partial<Omit<ErrorBody, 'error'>> {
  error?: string | Record<string, unknown> | null
  retry_after_seconds?: number
}

/** The error in a body of either shape: that of the service, or that of its chat API. */
function failureIn(text: string): ApiFailure | null {
  const body = bodyIn(text)
  const { error, status = null, request_id: requestId, retry_after_seconds: retryAfterSeconds } = body
  const common = { status, ...(requestId && { requestId }), ...(retryAfterSeconds && { retryAfterSeconds }) }
  if (typeof error === 'string' && body.message !== undefined)
    return { ...common, code: error, message: body.message, details: body.details }
  if (typeof error !== 'object' || typeof error?.message !== 'string') return null
  const { message, code, type, param } = error
  const details = typeof param === 'string' ? [{ path: param, problem: message }] : []
  return { ...common, code: String(code ?? type ?? 'unknown'), message, details }
}

function bodyIn(text: string): FailedBody {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const MOST_QUOTED = 200

function strangeAnswer({ status, statusText }: Response, text: string): string {
  const quoted = text.trim().slice(0, MOST_QUOTED)
  return `The server answered with ${[status, statusText].join(' ').trim()}${quoted === '' ? '.' : `: ${quoted}`}`
}

/** Retry-After in seconds, which may also be a date. */
function secondsOf(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const milliseconds = Date.parse(header) - Date.now()
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds / 1000)
}
