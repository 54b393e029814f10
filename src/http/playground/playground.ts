import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { StrettoError } from '../../contract/error-codes.ts'
import { errorResponses } from '../documentation/api-routes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

/** A file of the playground, as it was built. */
export interface PlaygroundFile {
  /** Its media type. */
  type: string
  body: Uint8Array<ArrayBuffer>
}

/** The built playground: its page, and the files that the page loads, by name; null where it was not built. */
export type PlaygroundFiles = { page: PlaygroundFile; parts: Map<string, PlaygroundFile> } | null

/** The paths of the playground. Opening it costs nothing, so they are not counted by rate limits. */
export function playgroundPaths(files: PlaygroundFiles): string[] {
  const parts = [...(files?.parts.keys() ?? [])].map((name) => `/playground/${name}`)
  return ['/playground', '/playground/', ...parts]
}

/**
 * What the page may do: load its own files and call its own origin. It shows texts of models, which may be hostile, so
 * nothing that turns a text into markup or code can be called either (trusted types).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const PAGE_HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
}
/** The name of a file changes with its content. */
const FILE_HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** GET /playground: the page on which a question is asked and the panel watched. It needs no key; what it calls may. */
export function mountPlayground(app: OpenAPIHono<RequestEnvironment>, files: PlaygroundFiles): void {
  const built = () => {
    if (files !== null) return files
    throw new StrettoError('not_found', 'The playground was not built. Run “npm run build”, and start again.')
  }
  const compressed = compress({ encoding: 'gzip' })
  // A browser that has the page takes its headers from the response that says so.
  const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(PAGE_HEADERS)] })
  app.openapi(
    createRoute({
      method: 'get',
      path: '/playground',
      operationId: 'getPlayground',
      tags: ['Service'],
      security: [],
      summary: 'Open the playground',
      description: 'Returns a web page on which questions are asked and the panel is watched as it answers.',
      middleware: [withoutSlash, compressed, tagged],
      responses: {
        200: { description: 'The playground', content: { 'text/html': { schema: z.string() } } },
        ...errorResponses(404),
      },
    }),
    (context) => {
      const { type, body } = built().page
      return context.body(body, 200, { ...PAGE_HEADERS, 'Content-Type': type }) as never
    },
  )
  app.get('/playground/:file', compressed, (context) => {
    const file = built().parts.get(context.req.param('file'))
    if (file === undefined)
      throw new StrettoError('not_found', 'The playground has no such file. Reload the page.')
    return context.body(file.body, 200, { ...FILE_HEADERS, 'Content-Type': file.type })
  })
}

/** The addresses in the page are relative to /playground, so that a proxy may serve it under any path. */
const withoutSlash: MiddlewareHandler = async (context, next) => {
  // The path of a request is matched, and known to Hono, without its slash.
  if (new URL(context.req.url).pathname.endsWith('/')) return context.redirect('../playground', 308)
  await next()
}
