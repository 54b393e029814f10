import { createRoute, z } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { API_VERSION, REPOSITORY_URL, SERVICE_NAME, SOFTWARE_LICENCE } from '../../contract/versions.ts'
import type { Keyring } from '../middleware/authenticate.ts'
import type { ApiServices } from '../shared/api-services.ts'
import { mountPage, pagePaths } from '../shared/built-page.ts'
import { PROBES } from '../shared/probes.ts'
import type { Api } from '../shared/request-context.ts'
import { at, errorResponses } from './api-routes.ts'

/** Where an API is documented. Reading about it costs nothing, so these paths are not counted by rate limits. */
export function documentationPaths({ docs }: Pick<ApiServices, 'docs'>): string[] {
  return ['/openapi.json', ...pagePaths('/docs', docs)]
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Takes precedence over the bearer token',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
} as const

/** GET /openapi.json, generated from the routes, and GET /docs, a page that shows it. */
export function mountDocumentation(
  app: Api,
  { keyring, limits, docs }: Pick<ApiServices, 'keyring' | 'limits' | 'docs'>,
  { title, api, tags }: { title: string; api: 'edge' | 'local'; tags: Record<string, string> },
): void {
  const registry = app.openAPIRegistry
  if (keyring.required)
    for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
      registry.registerComponent('securitySchemes', name, scheme)
  const headers = Object.entries(RESPONSE_HEADERS).filter(
    ([name]) => limits !== null || !name.startsWith('X-RateLimit'),
  )
  for (const [name, header] of headers) registry.registerComponent('headers', name, header)
  async function describeApi(): Promise<OpenApiDocument> {
    // Loaded with the first reader: the examples are large, and most callers never read them.
    const { default: examples } = await import('./examples.json', { with: { type: 'json' } })
    const described = app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title,
        version: API_VERSION,
        description: introductionTo(api, keyring),
        contact: { name: SERVICE_NAME, ...(REPOSITORY_URL === null ? {} : { url: REPOSITORY_URL }) },
        license: { name: SOFTWARE_LICENCE },
      },
      servers: [{ url: '/', description: 'The server this document came from' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    }) as unknown as OpenApiDocument
    return completeDocument(described, {
      headers: headers.map(([name]) => name),
      examples: examples[api] as unknown as OperationExample[],
    })
  }
  let document: Promise<OpenApiDocument> | null = null
  const getOpenApiDocument = createRoute({
    tags: ['Service'],
    security: [],
    // A tenth of the size. No secrets are in the body, so that its length tells nothing.
    middleware: [compress({ encoding: 'gzip' })],
    ...at('get', '/openapi.json', 'getOpenApiDocument'),
    summary: 'Get the OpenAPI document',
    description: 'Returns this document.',
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document',
        content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
      },
      ...errorResponses(),
    },
  })
  app.openapi(getOpenApiDocument, async (context) => {
    document ??= describeApi()
    return context.json({ ...(await document) }, 200, { 'Cache-Control': 'public, max-age=300' })
  })
  mountPage(app, {
    path: '/docs',
    built: docs,
    operationId: 'getDocumentation',
    summary: 'Read the documentation',
    description: 'Returns a web page that shows this document, and sends requests.',
    name: 'The documentation',
  })
}

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
const RESPONSE_HEADERS = {
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
function completeDocument(
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

const EDGE = {
  about: 'To watch a panel at work, open the [playground](/playground).',
  begin:
    'Send `{"query": "your question"}` to `POST /consensus-iterative`. Programs that speak the protocol of OpenAI use `/v1` instead, with the model `stretto/auto`. With `Accept: text/event-stream` you see the run as it happens; with `"dry_run": true` you learn what a question would cost at most.',
  limits: `Requests are limited per address and per key: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` show where you stand, and \`GET /\` names the limits. Under \`/v1\` errors have the form of OpenAI.

`,
}

const LOCAL = {
  about:
    'This API runs questions as tasks: they are stored before they are accepted, survive a restart of the service, and keep everything that was said.',
  begin:
    'To wait for an answer, send a question and at least two models to `POST /consensus/sync`. For a task that you come back to, use `POST /consensus`, then poll `GET /consensus/{id}` every one or two seconds, or follow `GET /consensus/{id}/events`. With an `Idempotency-Key` a repeated request returns the same task.',
  limits: '',
}

/** The introduction to an API, as Markdown. */
function introductionTo(api: 'edge' | 'local', { required }: Keyring): string {
  const { about, begin, limits } = api === 'edge' ? EDGE : LOCAL
  const keys = required
    ? 'This server requires an API key for the endpoints with a lock: send it as `x-api-key`, or as `Authorization: Bearer`.'
    : 'This server requires no API key.'
  return `## What it does

You ask one question. Stretto asks several language models, lets a model read which of their answers are the same, measures how far they diverge (\`D\`, from 0 to 1), lets them judge each other’s answers in light of checked statements (axioms), and stops when they agree, or reports that they do not. The response has one text, a confidence, the dissent and the cost.

${about}

## Where to begin

${begin}

## Reading a response

\`final_answer\` is the text to show; for a question with a short answer, \`answer\` has that alone. \`outcome\` says whether the models agree (\`consensus\`), most of them do (\`majority\`) or neither (\`split\`). \`confidence\` says how far to trust the answer, \`confidence_kind\` what that figure is – for a short answer or a program that was run the probability that it is right –, and \`confidence_basis\` what it rests on. \`alternatives\` are other answers that all models call right. \`dissent\` names the models that hold something else. \`warnings\` are sentences worth showing; \`usage\` is what the run cost.

If \`router\` is \`offline\`, no language model was asked: a few small built-in voices stand in for them, which know some facts and arithmetic and disagree on purpose.

## Keys

${keys} With \`x-router-key\` a call uses your own account at the routing provider; that key is neither logged nor stored.

## Limits and errors

${limits}Every error is JSON with \`status\`, \`error\` (a stable code), \`message\` (what happened and what to do next), \`request_id\`, and \`details\` where a field is wrong. After 429 and 503, wait for the seconds in \`Retry-After\`.

## The examples

Every endpoint below has an example to read, and a form to send it. The examples were sent to this service, on its offline voices, and the responses are whole unless they say otherwise. Ids and times are replaced by fixed ones, and numbers rounded to four digits.`
}
