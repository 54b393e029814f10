import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { API_VERSION, REPOSITORY_URL, SERVICE_NAME, SOFTWARE_LICENCE } from '../../contract/versions.ts'
import { CACHE_BRIEFLY, policyForStyle } from '../middleware/security-headers.ts'
import type { Keyring } from '../shared/keyring.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { errorResponses } from './api-routes.ts'
import { docsPage, type OpenApiDocument, STYLE } from './docs-page.ts'
import { securitySchemes } from './openapi-headers.ts'
import { responseHeaders } from './response-headers.ts'

interface About {
  title: string
  about: string
  /** Descriptions of the route tags. */
  tags: Record<string, string>
  rateLimited: boolean
  /** Without keys, the document declares no security. */
  keyring: Keyring
}

/** Where an API is documented. Reading about it costs nothing, so these paths are not counted by rate limits. */
export const DOCUMENTATION = ['/docs', '/openapi.json']

/** GET /openapi.json and GET /docs, both generated from the routes. */
export function mountDocumentation(
  app: OpenAPIHono<RequestEnvironment>,
  { title, about, tags, rateLimited, keyring }: About,
): void {
  const registry = app.openAPIRegistry
  for (const [name, scheme] of Object.entries(keyring.required ? securitySchemes : {})) {
    registry.registerComponent('securitySchemes', name, scheme)
  }
  const headers = responseHeaders({ rateLimited })
  for (const [name, header] of Object.entries(headers.components)) {
    registry.registerComponent('headers', name, header)
  }
  const common = { method: 'get' as const, tags: ['Service'], security: [] }
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

  let document: OpenApiDocument | null = null
  const read = (): OpenApiDocument => {
    document ??= withoutNeedless401(
      headers.addTo(
        app.getOpenAPI31Document({
          openapi: '3.1.0',
          info: {
            title,
            version: API_VERSION,
            description: about,
            contact: { name: SERVICE_NAME, ...(REPOSITORY_URL === null ? {} : { url: REPOSITORY_URL }) },
            license: { name: SOFTWARE_LICENCE },
          },
          servers: [{ url: '/', description: 'The server this document came from' }],
          tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
        }) as unknown as OpenApiDocument,
      ),
    )
    return document
  }
  app.openapi(documentRoute, (context) =>
    context.json({ ...read() }, 200, { 'Cache-Control': CACHE_BRIEFLY }),
  )
  app.openapi(pageRoute, async (context) =>
    context.html(docsPage(read()), 200, {
      'Cache-Control': CACHE_BRIEFLY,
      'Content-Security-Policy': await policyForStyle(STYLE),
    }),
  )
}

/** Removes the 401 response from operations that require no key. */
function withoutNeedless401(document: OpenApiDocument): OpenApiDocument {
  for (const { security, responses } of Object.values(document.paths).flatMap((path) =>
    Object.values(path),
  )) {
    if (security?.length === 0) delete responses['401']
  }
  return document
}
