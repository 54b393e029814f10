import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { every } from 'hono/combine'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { parseAccept } from 'hono/utils/accept'
import { StrettoError } from '../../contract/error-codes.ts'
import { errorResponses } from '../documentation/api-routes.ts'
import type { Api, ApiContext } from './request-context.ts'

export interface BuiltFile {
  type: string
  /** Its content: all of it from memory, or as it is read. */
  open(): Promise<Uint8Array<ArrayBuffer> | ReadableStream>
  /** Whether the content is compressed with gzip. */
  isCompressed: boolean
}

/** A page that was built, and the files that it loads, by name; null where it was not built. */
export type BuiltPage = { page: BuiltFile; parts: Map<string, BuiltFile> } | null

interface ServedPage {
  /** Where the page is; its files are below. */
  path: string
  built: BuiltPage
  operationId: string
  summary: string
  description: string
  /** What it is called in errors, at the beginning of a sentence. */
  name: string
  /** What it may not do, beside what no page may. */
  policy?: string[]
  /** Whether it is also what the root answers where HTML is preferred. */
  isHome?: boolean
}

/** The paths of a page and its files. Opening it costs nothing, so they are not counted by rate limits. */
export function pagePaths(path: string, built: BuiltPage): string[] {
  return [path, `${path}/`, ...[...(built?.parts.keys() ?? [])].map((name) => `${path}/${name}`)]
}

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
]
/** The name of a file changes with its content. */
const FILE_HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** Serves a page and its files. It needs no key; what it calls may. */
export function mountPage(app: Api, served: ServedPage): void {
  const { path, built, name, policy = [], isHome = false, ...about } = served
  const pageHeaders = {
    'Content-Security-Policy': [...POLICY, ...policy].join('; '),
    'Cache-Control': 'no-cache',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
  const requireBuilt = () => {
    if (built !== null) return built
    throw new StrettoError('not_found', `${name} was not built. Run “npm run build”, and start again.`)
  }
  const compressed = compress({ encoding: 'gzip' })
  // A browser that has the page takes its headers from the response that says so.
  const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(pageHeaders)] })
  const route = createRoute({
    ...about,
    method: 'get',
    path,
    tags: ['Service'],
    security: [],
    middleware: [withoutSlash(path), compressed, tagged],
    responses: {
      200: { description: 'The page', content: { 'text/html': { schema: z.string() } } },
      ...errorResponses(404),
    },
  })
  const sendPage = async (context: ApiContext) => {
    const { type, open } = requireBuilt().page
    return context.body(await open(), 200, { ...pageHeaders, 'Content-Type': type })
  }
  app.openapi(route, (context) => sendPage(context) as never)
  const home = every(compressed, tagged, sendPage)
  if (isHome && built !== null)
    app.get('/', async (context, next) => {
      const sent = await (prefersHtml(context) ? home(context, next) : next())
      context.res.headers.append('Vary', 'Accept')
      return sent
    })
  app.get(`${path}/:file`, compressed, async (context) => {
    const file = requireBuilt().parts.get(context.req.param('file')!)
    if (file === undefined) throw new StrettoError('not_found', `${name} has no such file. Reload the page.`)
    const content = await file.open()
    const headers = { ...FILE_HEADERS, 'Content-Type': file.type }
    if (!file.isCompressed) return context.body(content, 200, headers)
    context.header('Vary', 'Accept-Encoding')
    const encodings = { header: 'Accept-Encoding' as const, supports: ['gzip'], default: '' }
    if (accepts(context, encodings) === 'gzip')
      return context.body(content, 200, { ...headers, 'Content-Encoding': 'gzip' })
    const whole = new Response(content).body!.pipeThrough(new DecompressionStream('gzip'))
    return context.body(whole, 200, headers)
  })
}

/** Whether a caller, such as a browser, would rather have HTML than JSON. */
function prefersHtml(context: ApiContext): boolean {
  const accepted = parseAccept(context.req.header('accept')?.toLowerCase() ?? '')
  // The most specific range decides.
  const quality = (...ranges: string[]) =>
    ranges.flatMap((range) => accepted.find(({ type }) => type === range) ?? [])[0]?.q ?? 0
  return quality('text/html', 'text/*', '*/*') > quality('application/json', 'application/*', '*/*')
}

/** The addresses in a page are relative to its path without a slash, so that a proxy may serve it under any path. */
function withoutSlash(path: string): MiddlewareHandler {
  return async (context, next) => {
    // The path of a request is matched, and known to Hono, without its slash.
    if (new URL(context.req.url).pathname.endsWith('/')) return context.redirect(`..${path}`, 308)
    await next()
  }
}
