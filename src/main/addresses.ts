import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { Settings } from '../config/settings.ts'
import { isPassedOn } from '../http/shared/request-context.ts'
import { memoise } from '../utils/memoise.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether a name or address is a loopback one, which other machines cannot reach. Nearly all requests name the same. */
export const isLoopback = memoise(isLoopbackHost, { most: 256, longestText: 300 })

function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const family = isIP(bare)
  if (family !== 0) return LOOPBACK.check(bare, family === 4 ? 'ipv4' : 'ipv6')
  return bare === 'localhost' || bare.endsWith('.localhost')
}

/** Whether other machines can reach the service, directly or through a proxy. */
export function isExposed({ HOST, TRUST_PROXY }: Pick<Settings, 'HOST' | 'TRUST_PROXY'>): boolean {
  return TRUST_PROXY > 0 || !isLoopback(HOST)
}

/** Returns a check for allowed hosts: any host when other machines can reach the service, otherwise only loopback and ALLOWED_HOSTS. */
export function ourHosts(
  settings: Pick<Settings, 'HOST' | 'TRUST_PROXY' | 'ALLOWED_HOSTS'>,
): (host: string) => boolean {
  if (isExposed(settings)) return () => true
  const allowed = new Set(settings.ALLOWED_HOSTS)
  return (host) => isLoopback(host) || allowed.has(host)
}

/** Addresses to listen on that are none to call. */
const ANYWHERE: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** A host as it is written in a URL by whoever calls it from this machine. */
export function calledAs(host: string): string {
  return ANYWHERE[host] ?? (host.includes(':') ? `[${host}]` : host)
}

/**
 * The network of the client: that of the connection or, behind trusted proxies, of the address the outermost one saw.
 * Anyone can forge entries further left in X-Forwarded-For. An entry that is not an address falls back to the
 * connection; otherwise every forged text would count as a separate caller.
 */
export function clientAddress(trustedProxies: number): (context: Context) => string {
  return (context) => {
    const address = remoteAddress(context)
    const connection = address === undefined ? 'unknown' : connectionNetwork(address)
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
 * Normalizes an address, without port, brackets or zone; null when it is invalid. An IPv6 address becomes its /64,
 * because whoever has one such address controls the whole network.
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
  // Compressed, lower case, without a dotted part: the canonical form of the URL standard.
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

/** Remembered, because a client sends many requests. */
const connectionNetwork = memoise((address) => networkOf(address) ?? 'unknown', { most: 4_096 })

/** Requests without a socket (tests, in-process calls) have no address. */
function remoteAddress(context: Context): string | undefined {
  return context.env?.incoming?.socket.remoteAddress
}

/** Whether a request comes from this machine, and no proxy has passed it on for somebody else. */
export function isFromThisMachine(context: Context): boolean {
  const address = remoteAddress(context)
  return address !== undefined && isLoopback(address) && !isPassedOn(context)
}
