import type { MiddlewareHandler } from 'hono'

const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The headers every response carries: nothing is guessed, framed, kept or told to others unless a route says so. */
export const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': CLOSED,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Puts the security headers on every response. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value)
  await next()
}

/** For what is the same for everyone until the next version. */
export const CACHE_BRIEFLY = 'public, max-age=300'

/** The policy of a page that has one style of its own and nothing else. */
export async function policyForStyle(style: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  return `${CLOSED}; style-src 'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
