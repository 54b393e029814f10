import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The network of the client: of the connection itself, or, behind as many proxies as are trusted, of the address the
 * outermost of them saw. Entries further left in X-Forwarded-For can be made up by anyone; one that is no address
 * counts as the connection's, since each made-up text would otherwise be a caller of its own.
 */
export function clientAddress(trustedProxies: number): (context: Context) => string {
  return (context) => {
    const connection = connectionAddress(context)
    if (trustedProxies === 0) return connection
    const forwarded = (context.req.header('x-forwarded-for') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const seen = forwarded.at(-trustedProxies) ?? forwarded[0]
    return (seen === undefined ? null : networkOf(seen)) ?? connection
  }
}

/**
 * An address in its one spelling, without port, brackets or zone; null when it is none. Of IPv6 the /64: whoever has
 * one such address has that whole network.
 */
export function networkOf(text: string): string | null {
  const bare = text.trim().replace(/^"([^"]*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1]
  const besidePort = /^([^:]*):\d{1,5}$/.exec(bare)?.[1]
  const [address = ''] = (bracketed ?? besidePort ?? bare).split('%')
  if (isIPv4(address)) return address
  return isIPv6(address) ? networkOfIPv6(address) : null
}

function networkOfIPv6(address: string): string {
  // Compressed, in lower case and without a dotted part: the one spelling of the URL standard.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after = []] = canonical.split('::').map((side) => side.split(':').filter(Boolean))
  const groups = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  if (groups.slice(0, 6).join() === '0,0,0,0,0,ffff') {
    const bytes = groups.slice(6).flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    })
    return bytes.join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}

function connectionAddress(context: Context): string {
  // Requests that come without a socket (tests, in-process calls) have no address.
  const address = context.env === undefined ? undefined : getConnInfo(context).remote.address
  return (address === undefined ? null : networkOf(address)) ?? 'unknown'
}
