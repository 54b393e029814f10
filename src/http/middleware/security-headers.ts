import type { MiddlewareHandler } from 'hono'
import { setHeader } from '../shared/request-context.ts'

const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Security headers of every response: no sniffing, framing, caching or referrers unless a route overrides them. */
export const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': CLOSED,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Sets the security headers on every response. */
export const securityHeaders: MiddlewareHandler = (context, next) => {
  for (const name in SECURITY_HEADERS) setHeader(context, name, SECURITY_HEADERS[name]!)
  return next()
}

/** For content that is the same for everyone until the next release. */
export const CACHE_BRIEFLY = 'public, max-age=300'
