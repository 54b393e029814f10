import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { chatErrorOf, type ErrorBody, HTTP_STATUS, StrettoError } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { ApiContext, Log, RequestEnvironment } from './request-context.ts'

/** Makes an app respond to every failure with the common error body. */
export function answerErrors(app: Hono<RequestEnvironment>, log: Log): void {
  app.onError((error, context) => errorResponse(context, knownError(error, context, log)))
  app.notFound((context) => {
    const allowed = methodsAt(app, context.req.path)
    if (allowed.length === 0) {
      const message = `There is no endpoint at ${context.req.path}. See /docs for the list of endpoints.`
      return errorResponse(context, new StrettoError('not_found', message))
    }
    context.header('Allow', allowed.join(', '))
    const message = `${context.req.path} does not support ${context.req.method}; use ${allowed.join(' or ')}.`
    return errorResponse(context, new StrettoError('method_not_allowed', message))
  })
}

function errorResponse(context: ApiContext, error: StrettoError): Response {
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
  if (error.code === 'unauthorized') context.header('WWW-Authenticate', 'Bearer realm="stretto"')
  const status = HTTP_STATUS[error.code] as ContentfulStatusCode
  // The clients of that protocol repeat every failure of a server; these were paid for and would come again.
  if (isChat(context) && (status === 502 || status === 504)) context.header('x-should-retry', 'false')
  return context.json(errorBody(error, context), status)
}

function isChat(context: Context): boolean {
  return context.req.path === '/v1' || context.req.path.startsWith('/v1/')
}

/** What a stream that has begun sends as an event: the body, with what would have been the status and the headers. */
export function streamedErrorBody(error: StrettoError, context: ApiContext): object {
  const { code, retryAfterSeconds } = error
  return {
    ...errorBody(error, context),
    status: HTTP_STATUS[code],
    request_id: context.get('requestId'),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
  }
}

function errorBody(error: StrettoError, context: ApiContext): ErrorBody | ReturnType<typeof chatErrorOf> {
  if (isChat(context)) return chatErrorOf(error)
  return {
    status: HTTP_STATUS[error.code],
    error: error.code,
    message: error.message,
    ...(error.details === undefined ? {} : { details: error.details }),
    request_id: context.get('requestId') ?? '',
  }
}

/** An error as callers may see it; what went wrong inside is logged instead. */
export function knownError(error: unknown, context: ApiContext, log: Log): StrettoError {
  const known = toStrettoError(error)
  if (known.code === 'internal_error')
    log.error({ request_id: context.get('requestId'), err: error }, 'request failed')
  return known
}

function toStrettoError(cause: unknown): StrettoError {
  if (cause instanceof StrettoError) return cause
  // Hono throws it for a body that it cannot parse.
  if (cause instanceof HTTPException && cause.status === 400)
    return new StrettoError('bad_request', 'The body is not valid JSON. Send one JSON object.', {
      details: [{ path: 'body', problem: 'is not valid JSON' }],
      cause,
    })
  return new StrettoError(
    'internal_error',
    'The service failed unexpectedly. The error is logged with the request id.',
    { cause },
  )
}

/** The methods supported at a path, which is matched without a trailing slash. */
function methodsAt(app: Hono<RequestEnvironment>, path: string): string[] {
  const given = path.split('/')
  const matching = app.routes.filter((route) => {
    const parts = route.path.split('/')
    const matches = (part: string, index: number) =>
      part.startsWith(':') ? given[index] !== '' : part === given[index]
    return route.method !== 'ALL' && parts.length === given.length && parts.every(matches)
  })
  const methods = matching.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)].sort()
}

/** The error for a body over the size limit. */
export function tooLarge(): StrettoError {
  return new StrettoError(
    'payload_too_large',
    `The body is larger than ${LIMITS.bodyBytes} bytes. Shorten it; text that is not ASCII is shorter in UTF-8 than as \\u escapes.`,
  )
}
