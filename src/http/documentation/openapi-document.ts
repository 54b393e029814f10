import { PROBES } from '../shared/probes.ts'

/** A body in one of its media types. */
interface MediaType {
  schema?: object
  examples?: Record<string, { summary?: string; value: unknown }>
}

/** One endpoint, as far as anything is added to it. */
interface Operation {
  operationId?: string
  summary?: string
  security?: unknown[]
  parameters?: Array<{ name: string; required?: boolean; example?: unknown }>
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>
}

/** An OpenAPI document, as far as anything is added to it. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}

/** All operations of a document, and where they are. */
export function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const

const REQUEST_ID = {
  'X-Request-Id': {
    description: 'The id of the request: the one the caller sent if it was valid, otherwise a new one',
    schema: { type: 'string' },
  },
} as const

const RATE_LIMIT = {
  'X-RateLimit-Limit': integer('Maximum number of requests in the most restrictive window'),
  'X-RateLimit-Remaining': integer('Requests left in that window'),
  'X-RateLimit-Reset': integer('Unix timestamp in seconds when that window resets'),
}

const RETRY_AFTER = { 'Retry-After': integer('Seconds to wait before retrying') }
const STATUSES_TO_RETRY = ['429', '503']

/** The documentation of the headers that the responses of an API carry, by name. */
export function responseHeaders({ rateLimited }: { rateLimited: boolean }) {
  const counted = { ...REQUEST_ID, ...(rateLimited ? RATE_LIMIT : {}) }
  return {
    components: { ...counted, ...RETRY_AFTER },
    /** Adds the headers to every response in the document: middleware sets them, so the routes do not declare them. */
    addTo(document: OpenApiDocument): OpenApiDocument {
      for (const { path, operation } of operationsOf(document)) {
        const always = PROBES.includes(path) ? REQUEST_ID : counted
        for (const [status, response] of Object.entries(operation.responses)) {
          const sent = STATUSES_TO_RETRY.includes(status) ? { ...always, ...RETRY_AFTER } : always
          const references = Object.keys(sent).map((name) => [name, { $ref: `#/components/headers/${name}` }])
          Object.assign(response, { headers: Object.fromEntries(references) })
        }
      }
      return document
    },
  }
}
