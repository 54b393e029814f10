import { OpenAPIHono } from '@hono/zod-openapi'
import { LinearRouter } from 'hono/router/linear-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { z } from 'zod'
import { DryRunResponse } from '../../contract/dry-run.ts'
import { ChatErrorBody, ErrorBody, type HTTP_STATUS } from '../../contract/error-codes.ts'
import { CALLER_KEY_HEADERS } from '../../contract/panel.ts'
import { validationError } from '../../contract/validation-error.ts'
import type { Api, RequestEnvironment } from '../shared/request-context.ts'

/** Creates an app whose validation failures become bad_request errors. */
export function createApi(): Api {
  return new OpenAPIHono<RequestEnvironment>({
    strict: false,
    // Others take a millisecond before the first request, and a worker makes an app for every question.
    router: new SmartRouter({ routers: [new LinearRouter(), new TrieRouter()] }),
    defaultHook: (result) => {
      if (!result.success) throw validationError(result.error as z.ZodError, result.target)
    },
  })
}

/** Which endpoint a route is, and what it is called. */
export function at<const Method extends 'get' | 'post' | 'put' | 'delete', const Path extends string>(
  method: Method,
  path: Path,
  operationId: string,
) {
  return { method, path, operationId }
}

/** A JSON body in a route's description. */
export function jsonContent<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** A required JSON request body. */
export function jsonRequest<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** An optional header, for documentation only: validation would read and sort every header. */
function documentedHeader(name: string, description: string) {
  const schema = { type: 'string' as const }
  return { in: 'header' as const, name, required: false, schema, description }
}

export const ownKeyHeaders = Object.entries(CALLER_KEY_HEADERS).map(([provider, name]) => {
  const whose = provider === 'openrouter' ? 'the routing provider' : provider
  return documentedHeader(
    name,
    `The caller's own key for ${whose}. Default: the key configured on the server`,
  )
})

const CACHE_CONTROL =
  'With no-cache or max-age=0 the question is asked anew, like with skip_cache. With no-store it is asked anew and the result is not stored: GET /results/{id} does not find it. Other directives are ignored'

export const runHeaders = [...ownKeyHeaders, documentedHeader('Cache-Control', CACHE_CONTROL)]

export const servedHeaders = {
  Age: {
    schema: { type: 'integer' as const, minimum: 0 },
    description: 'How many whole seconds ago a result from the cache was found; absent for a fresh one',
  },
}

/** As a second schema of plain JSON, dry runs would oblige every typed client to check which of the two it got. */
const DRY_RUN_TYPE = 'application/json; profile=dry-run'

export const DRY_RUN_HEADERS = { 'Content-Type': DRY_RUN_TYPE }

export const dryRunContent = { [DRY_RUN_TYPE]: { schema: DryRunResponse } } as const

const ERROR_MEANINGS: Record<number, string> = {
  400: 'The request is malformed, or a value is missing or out of range',
  401: 'A key is required, and it is missing or unknown',
  403: 'The Origin header names a web page that may not call this endpoint, or another key asked for the result',
  404: 'Not found',
  409: 'Not possible in this state, such as a verdict on a task without a result',
  413: 'The body is too large',
  415: 'The body is not application/json',
  421: 'The Host header names a host that this service does not serve',
  422: 'The answer of the panel does not satisfy the format that was asked for; asking again costs as much again',
  429: 'Too many requests; Retry-After says how long to wait',
  500: 'Unexpected error; the log of the service has details under the request id',
  502: 'The models or another upstream provider failed; retrying will not help',
  503: 'The service is busy or stopping, too few models answered, or data cannot be stored; Retry-After says how long to wait',
  504: 'The time limit was reached before any model had answered',
}

/** The error responses of a route: the given statuses, 429 with 401, and those that every route can return. */
export function errorResponses<Status extends HttpStatus>(...statuses: Status[]) {
  return responsesWith(ErrorBody, statuses)
}

/** The same for a route under /v1, whose errors have the shape of that protocol. */
export function chatErrors<Status extends HttpStatus>(...statuses: Status[]) {
  return responsesWith(ChatErrorBody, statuses)
}

/** The responses of a route that answers with JSON, or with one of these errors. */
export function jsonResponses<Schema extends z.ZodType, Status extends HttpStatus = never>(
  schema: Schema,
  description: string,
  errors: Status[] = [],
) {
  return { 200: jsonContent(schema, description), ...errorResponses(...errors) }
}

type HttpStatus = (typeof HTTP_STATUS)[keyof typeof HTTP_STATUS]

function responsesWith<Body extends z.ZodType, Status extends HttpStatus>(body: Body, statuses: Status[]) {
  // Requests for which a key may be needed are counted, whether one is needed or not.
  const counted = statuses.some((status) => status === 401) ? [429] : []
  const responses = [400, 421, ...statuses, ...counted, 500, 503].map((status) => [
    status,
    jsonContent(body, ERROR_MEANINGS[status] ?? 'An error'),
  ])
  return Object.fromEntries(responses) as Record<Status, ReturnType<typeof jsonContent<Body>>>
}
