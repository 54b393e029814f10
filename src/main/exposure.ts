import { BlockList, isIP } from 'node:net'
import type { Settings } from '../config/settings.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether a name or address is a loopback one, which other machines cannot reach. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const family = isIP(bare)
  if (family !== 0) return LOOPBACK.check(bare, family === 4 ? 'ipv4' : 'ipv6')
  return bare === 'localhost' || bare.endsWith('.localhost')
}

/** Whether other machines can reach the service, directly or through a proxy. */
export function isExposed({ HOST, TRUST_PROXY }: Pick<Settings, 'HOST' | 'TRUST_PROXY'>): boolean {
  return TRUST_PROXY > 0 || !isLoopback(HOST)
}

type HostSettings = Pick<Settings, 'HOST' | 'TRUST_PROXY' | 'ALLOWED_HOSTS'>

/** Returns a check for allowed hosts: any host when other machines can reach the service, otherwise only loopback and ALLOWED_HOSTS. */
export function ourHosts(settings: HostSettings): (host: string) => boolean {
  if (isExposed(settings)) return () => true
  const allowed = new Set(settings.ALLOWED_HOSTS)
  return (host) => isLoopback(host) || allowed.has(host)
}
