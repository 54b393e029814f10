import type { OpenApiDocument } from './docs-page.ts'

const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const

const REQUEST_ID = {
  'X-Request-Id': {
    description: "The id of the request: the caller's own where it sent a sensible one",
    schema: { type: 'string' },
  },
} as const

const RATE_LIMIT = {
  'X-RateLimit-Limit': integer('Requests the tightest window takes'),
  'X-RateLimit-Remaining': integer('Requests left in that window'),
  'X-RateLimit-Reset': integer('When that window ends, in Unix seconds'),
}

const RETRY_AFTER = { 'Retry-After': integer('Seconds to wait before trying again') }
const STATUSES_TO_RETRY = ['429', '503']

/** The headers an API's responses carry, for the documentation, by the name of each. */
export function responseHeaders({ rateLimited }: { rateLimited: boolean }) {
  const always = { ...REQUEST_ID, ...(rateLimited ? RATE_LIMIT : {}) }
  return {
    components: { ...always, ...RETRY_AFTER },
    /** The document with the headers of each response: set for all by middleware, so no route names them itself. */
    addTo(document: OpenApiDocument): OpenApiDocument {
      for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
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
