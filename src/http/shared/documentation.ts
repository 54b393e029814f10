import type { OpenAPIHono } from '@hono/zod-openapi'
import { API_VERSION } from '../../contract/versions.ts'
import { docsPage, type OpenApiDocument } from './docs-page.ts'
import { securitySchemes } from './openapi-headers.ts'
import type { RequestEnvironment } from './request-context.ts'

/** GET /openapi.json and GET /docs, both drawn from the routes themselves. */
export function mountDocumentation(
  app: OpenAPIHono<RequestEnvironment>,
  { title, about }: { title: string; about: string },
): void {
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  }
  let document: OpenApiDocument | null = null
  const read = (): OpenApiDocument => {
    document ??= app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title, version: API_VERSION, description: about },
    }) as unknown as OpenApiDocument
    return document
  }
  app.get('/openapi.json', (context) => context.json(read() as object))
  app.get('/docs', (context) => context.html(docsPage(read())))
}
