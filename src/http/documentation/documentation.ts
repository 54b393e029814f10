import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { API_VERSION, REPOSITORY_URL, SERVICE_NAME, SOFTWARE_LICENCE } from '../../contract/versions.ts'
import { memoise } from '../../utils/memoise.ts'
import { CACHE_BRIEFLY, policyForPage } from '../middleware/security-headers.ts'
import type { ApiServices } from '../shared/api-services.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { errorResponses } from './api-routes.ts'
import { docsPage } from './docs-page.ts'
import { STYLE } from './docs-style.ts'
import { type Introduction, inMarkdown } from './introduction.ts'
import { type OpenApiDocument, operationsOf } from './openapi-document.ts'
import { responseHeaders } from './response-headers.ts'
import { SCRIPT } from './try-it.ts'

interface About {
  title: string
  /** Whose examples are shown. */
  api: 'edge' | 'local'
  introduction: Introduction
  /** Descriptions of the route tags. */
  tags: Record<string, string>
}

/** Where an API is documented. Reading about it costs nothing, so these paths are not counted by rate limits. */
export const DOCUMENTATION = ['/docs', '/openapi.json']

/** How a key can be sent. */
const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Takes precedence over the bearer token',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
} as const

/** How many addresses a server is reached at, unless somebody makes them up. */
const REMEMBERED = { most: 16 }

/** GET /openapi.json and GET /docs, both generated from the routes. */
export function mountDocumentation(
  app: OpenAPIHono<RequestEnvironment>,
  { keyring, limits }: Pick<ApiServices, 'keyring' | 'limits'>,
  { title, api, introduction, tags }: About,
): void {
  const registry = app.openAPIRegistry
  for (const [name, scheme] of Object.entries(keyring.required ? SECURITY_SCHEMES : {})) {
    registry.registerComponent('securitySchemes', name, scheme)
  }
  const headers = responseHeaders({ rateLimited: limits !== null })
  for (const [name, header] of Object.entries(headers.components)) {
    registry.registerComponent('headers', name, header)
  }
  // A tenth of the size. No secrets are in these bodies, so that their length tells nothing.
  const common = {
    method: 'get' as const,
    tags: ['Service'],
    security: [],
    middleware: [compress({ encoding: 'gzip' })],
  }
  const documentRoute = createRoute({
    ...common,
    path: '/openapi.json',
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
  const pageRoute = createRoute({
    ...common,
    path: '/docs',
    operationId: 'getDocumentation',
    summary: 'Read the documentation',
    description: 'Returns this document as a web page.',
    responses: {
      200: { description: 'The documentation page', content: { 'text/html': { schema: z.string() } } },
      ...errorResponses(),
    },
  })

  let document: Promise<OpenApiDocument> | null = null
  const read = (): Promise<OpenApiDocument> => {
    document ??= describeApi()
    return document
  }
  async function describeApi(): Promise<OpenApiDocument> {
    // Loaded with the first reader: the examples are large, and most callers never read them.
    const { withExamples } = await import('./examples.ts')
    const described = app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title,
        version: API_VERSION,
        description: inMarkdown(introduction),
        contact: { name: SERVICE_NAME, ...(REPOSITORY_URL === null ? {} : { url: REPOSITORY_URL }) },
        license: { name: SOFTWARE_LICENCE },
      },
      servers: [{ url: '/', description: 'The server this document came from' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    }) as unknown as OpenApiDocument
    return withoutNeedless401(headers.addTo(withExamples(described, api)))
  }
  app.openapi(documentRoute, async (context) =>
    context.json({ ...(await read()) }, 200, { 'Cache-Control': CACHE_BRIEFLY }),
  )
  const pageAt = memoise(
    async (origin) => String(await docsPage({ document: await read(), introduction, origin })),
    REMEMBERED,
  )
  app.openapi(pageRoute, async (context) =>
    context.html(await pageAt(new URL(context.req.url).origin), 200, {
      'Cache-Control': CACHE_BRIEFLY,
      'Content-Security-Policy': await policyForPage(STYLE, SCRIPT),
    }),
  )
}

/** Removes the 401 response from operations that require no key. */
function withoutNeedless401(document: OpenApiDocument): OpenApiDocument {
  for (const { operation } of operationsOf(document)) {
    if (operation.security?.length === 0) delete operation.responses['401']
  }
  return document
}
