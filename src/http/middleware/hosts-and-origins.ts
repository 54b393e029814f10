import { cors } from 'hono/cors'
import { StrettoError } from '../../contract/error-codes.ts'
import type { ApiMiddleware } from '../shared/request-context.ts'

/** Accepts names and addresses only, nothing that a shell, a web page or a log could misinterpret. */
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/

/**
 * Rejects requests with an invalid host, or with a host that is not ours. This prevents DNS rebinding: a foreign web
 * page whose name resolves to this machine could otherwise call the service.
 */
export function checkHost(isOurs: (host: string) => boolean): ApiMiddleware {
  return (context, next) => {
    const { url } = context.req
    const host = URL.canParse(url) ? new URL(url).hostname : ''
    if (!HOST.test(host))
      throw new StrettoError(
        'bad_request',
        'The Host header is not a valid host. Send the name or address of this service.',
      )
    if (!isOurs(host))
      throw new StrettoError(
        'misdirected_request',
        `This service listens on a loopback address and does not serve the host ${host}. Use localhost, or add the name to ALLOWED_HOSTS.`,
      )
    return next()
  }
}

/** Headers that a page may read besides the usual ones. */
const EXPOSED =
  'X-Request-Id X-Run-Id X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset Retry-After X-Should-Retry Location Age'.split(
    ' ',
  )
const PREFLIGHT_SECONDS = 600

/**
 * Lets web pages of the given origins call the API from a browser. Keys are sent as headers, so cookies are not
 * allowed. It comes before rate limits and keys, because a page must be able to read their refusals, and because
 * preflight requests carry no key.
 */
export function crossOrigin(origins: string[]): ApiMiddleware {
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
