import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type ErrorCode, StrettoError } from '../../contract/error-codes.ts'
import { memoise } from '../../utils/memoise.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

/** A caller can name any host it likes. */
const REMEMBERED = { most: 256, longestText: 300 }
/** Accepts names and addresses only, nothing that a shell, a web page or a log could misinterpret. */
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/

/**
 * Rejects requests with an invalid host, or with a host that is not ours. This prevents DNS rebinding: a foreign web
 * page whose name resolves to this machine could otherwise call the service.
 */
export function checkHost(isOurs: (host: string) => boolean): MiddlewareHandler<RequestEnvironment> {
  // Nearly all requests of a service name the same host.
  const faultOf = memoise((origin) => faultWith(hostOf(origin), isOurs), REMEMBERED)
  return (context, next) => {
    const { url } = context.req
    const end = url.indexOf('/', url.indexOf('://') + 3)
    const fault = faultOf(end === -1 ? url : url.slice(0, end))
    if (fault !== null) throw new StrettoError(...fault)
    return next()
  }
}

/** What is wrong with a host; null for one of ours. */
function faultWith(
  host: string | null,
  isOurs: (host: string) => boolean,
): [code: ErrorCode, message: string] | null {
  if (host === null)
    return ['bad_request', 'The Host header is not a valid host. Send the name or address of this service.']
  if (isOurs(host)) return null
  return [
    'misdirected_request',
    `This service listens on a loopback address and does not serve the host ${host}. Use localhost, or add the name to ALLOWED_HOSTS.`,
  ]
}

/** The host of an origin, in lower case and without the port; null when it is invalid. */
function hostOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null
  const { hostname } = new URL(origin)
  return HOST.test(hostname) ? hostname : null
}

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
