import type { OpenAPIHono } from '@hono/zod-openapi'
import { API_VERSION } from '../../contract/versions.ts'
import { docsPage, type OpenApiDocument, STYLE } from './docs-page.ts'
import { securitySchemes } from './openapi-headers.ts'
import type { RequestEnvironment } from './request-context.ts'
import { responseHeaders } from './response-headers.ts'
import { CACHE_BRIEFLY, policyForStyle } from './security-headers.ts'

/** GET /openapi.json and GET /docs, both drawn from the routes themselves. */
export function mountDocumentation(
  app: OpenAPIHono<RequestEnvironment>,
  { title, about, rateLimited }: { title: string; about: string; rateLimited: boolean },
): void {
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  }
  const headers = responseHeaders({ rateLimited })
  for (const [name, header] of Object.entries(headers.components)) {
    app.openAPIRegistry.registerComponent('headers', name, header)
  }
  let document: OpenApiDocument | null = null
  const read = (): OpenApiDocument => {
    document ??= headers.addTo(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title, version: API_VERSION, description: about },
        servers: [{ url: '/', description: 'The server this document came from' }],
      }) as unknown as OpenApiDocument,
    )
    return document
  }
  app.get('/openapi.json', (context) =>
    context.json(read() as object, 200, { 'Cache-Control': CACHE_BRIEFLY }),
  )
  app.get('/docs', async (context) =>
    context.html(docsPage(read()), 200, {
      'Cache-Control': CACHE_BRIEFLY,
      'Content-Security-Policy': await policyForStyle(STYLE),
    }),
  )
}
