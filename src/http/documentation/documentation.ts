import { createRoute, z } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { API_VERSION, REPOSITORY_URL, SERVICE_NAME, SOFTWARE_LICENCE } from '../../contract/versions.ts'
import type { ApiServices } from '../shared/api-services.ts'
import { mountPage, pagePaths } from '../shared/built-page.ts'
import type { Api } from '../shared/request-context.ts'
import { errorResponses } from './api-routes.ts'
import { introductionTo } from './introduction.ts'
import {
  completeDocument,
  type OpenApiDocument,
  type OperationExample,
  RESPONSE_HEADERS,
} from './openapi-document.ts'

interface About {
  title: string
  api: 'edge' | 'local'
  tags: Record<string, string>
}

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
  { title, api, tags }: About,
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
    method: 'get',
    path: '/openapi.json',
    tags: ['Service'],
    security: [],
    // A tenth of the size. No secrets are in the body, so that its length tells nothing.
    middleware: [compress({ encoding: 'gzip' })],
    operationId: 'getOpenApiDocument',
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
