import { PROBES } from '../shared/probes.ts'

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

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}

/** All operations of a document, and where they are. */
export function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

/** A request that was sent to the service, and its response (`npm run examples`). */
export interface OperationExample {
  operationId: string
  /** Examples of one operation differ in their names. */
  name: string
  summary?: string
  parameters?: Record<string, string | number>
  headers?: Record<string, string>
  body?: Record<string, unknown>
  response: { status: number; type: string; value: unknown; isExcerpt?: true }
}

const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const

/** The headers of responses that middleware sets, so that no route declares them. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request: the one the caller sent if it was valid, otherwise a new one',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': integer('Maximum number of requests in the most restrictive window'),
  'X-RateLimit-Remaining': integer('Requests left in that window'),
  'X-RateLimit-Reset': integer('Unix timestamp in seconds when that window resets'),
  'Retry-After': integer('Seconds to wait before retrying'),
} as const

const STATUSES_TO_RETRY = ['429', '503']

/** Whether a response has a header of those that middleware sets. */
function isSent(header: string, { path, status }: { path: string; status: string }): boolean {
  if (header === 'Retry-After') return STATUSES_TO_RETRY.includes(status)
  return header === 'X-Request-Id' || !PROBES.includes(path)
}

/** Adds to a document what routes do not declare: headers and recorded examples. No 401 is left where no key is required. */
export function completeDocument(
  document: OpenApiDocument,
  { headers, examples }: { headers: string[]; examples: OperationExample[] },
): OpenApiDocument {
  for (const { path, operation } of operationsOf(document)) {
    if (operation.security?.length === 0) delete operation.responses['401']
    for (const [status, response] of Object.entries(operation.responses)) {
      const sent = headers.filter((name) => isSent(name, { path, status }))
      const references = sent.map((name) => [name, { $ref: `#/components/headers/${name}` }])
      Object.assign(response, { headers: Object.fromEntries(references) })
    }
    for (const example of examples)
      if (example.operationId === operation.operationId) addExample(operation, example)
  }
  return document
}

function addExample(operation: Operation, example: OperationExample): void {
  const { name, summary, parameters = {}, body, response } = example
  for (const parameter of operation.parameters ?? [])
    if (parameter.name in parameters) parameter.example = parameters[parameter.name]
  const about = summary === undefined ? {} : { summary }
  const { value, isExcerpt } = response
  const answered = { ...about, ...(isExcerpt && { summary: 'An excerpt' }), value }
  const show = (content: MediaType | undefined, shown: { summary?: string; value: unknown }) => {
    if (content !== undefined && shown.value !== undefined)
      content.examples = { ...content.examples, [name]: shown }
  }
  show(operation.requestBody?.content['application/json'], { ...about, value: body })
  show(operation.responses[response.status]?.content?.[response.type], answered)
}
