import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { RequestEnvironment } from '../shared/request-context.ts'

/** Headers that a page may read besides the usual ones. */
const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Should-Retry',
  'Location',
  'Age',
]
const PREFLIGHT_SECONDS = 600

/**
 * Lets web pages of the given origins call the API from a browser. Keys are sent as headers, so cookies are not
 * allowed. It comes before rate limits and keys, because a page must be able to read their refusals, and because
 * preflight requests carry no key.
 */
export function crossOrigin(origins: string[]): MiddlewareHandler<RequestEnvironment> {
  if (origins.length === 0) return (_, next) => next()
  const answer = cors({
    origin: origins.includes('*') ? '*' : origins,
    allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposeHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  })
  return (context, next) => {
    const { req } = context
    // Any other OPTIONS request is refused like every method that is not supported.
    const isPreflight =
      req.header('origin') !== undefined && req.header('access-control-request-method') !== undefined
    return req.method === 'OPTIONS' && !isPreflight ? next() : answer(context, next)
  }
}
