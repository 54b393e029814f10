import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address of the client: of the connection itself, or, behind as many proxies as are trusted, the
 * one the outermost of them saw. Entries further left in X-Forwarded-For can be made up by anyone.
 */
export function clientAddress(trustedProxies: number): (context: Context) => string {
  return (context) => {
    const connection = connectionAddress(context)
    if (trustedProxies === 0) return connection
    const forwarded = (context.req.header('x-forwarded-for') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    return [...forwarded, connection].at(-1 - trustedProxies) ?? forwarded[0] ?? connection
  }
}

function connectionAddress(context: Context): string {
  // Requests that come without a socket (tests, in-process calls) have no address.
  return context.env === undefined ? 'unknown' : (getConnInfo(context).remote.address ?? 'unknown')
}
