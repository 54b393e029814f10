import { BlockList, isIP } from 'node:net'
import type { Settings } from '../config/settings.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether a name or address is one of this machine's own, which no other machine reaches. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const family = isIP(bare)
  if (family !== 0) return LOOPBACK.check(bare, family === 4 ? 'ipv4' : 'ipv6')
  return bare === 'localhost' || bare.endsWith('.localhost')
}

/** Whether the service is reached from other machines, by itself or through a proxy. */
export function isExposed({ HOST, TRUST_PROXY }: Pick<Settings, 'HOST' | 'TRUST_PROXY'>): boolean {
  return TRUST_PROXY > 0 || !isLoopback(HOST)
}

type HostSettings = Pick<Settings, 'HOST' | 'TRUST_PROXY' | 'ALLOWED_HOSTS'>

/** Tells whether requests for a host are answered: for any where others reach the service, else for its own and those allowed. */
export function ourHosts(settings: HostSettings): (host: string) => boolean {
  if (isExposed(settings)) return () => true
  const allowed = new Set(settings.ALLOWED_HOSTS)
  return (host) => isLoopback(host) || allowed.has(host)
}
