import { lookup as lookUpByName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector, Client, fetch, type Headers, type Response } from 'undici'
import { unlessAborted } from '../../../utils/time-limits.ts'
import { firstBytes } from '../../first-bytes.ts'
import { OWN_HEADERS } from '../../models/providers/open-http.ts'
import { createFairQueue } from '../../scheduling/fair-turns.ts'
import { isPublicAddress, isPublicName } from './public-address.ts'

/** Why a page was not opened, as a sentence for whoever asked. */
export class PageProblem extends Error {
  override name = 'PageProblem'
}

/** An address of a host. The port is another than that of the URL only where sites are on this machine, as in tests. */
export interface HostAddress {
  address: string
  family: number
  port?: number
}

export interface GuardOptions {
  /** The addresses of a name; by default those of the resolver of the system. */
  lookup?: (name: string) => Promise<HostAddress[]>
  /** Whether an address may be connected to; by default, whether it is of the public internet. */
  isPublic?: (address: string) => boolean
}

export interface Fetched {
  /** The address at which the redirects ended. */
  url: URL
  status: number
  headers: Headers
  /** Decompressed; its beginning where it is longer than is read. */
  body: Uint8Array
}

/** Both refuse by a `PageProblem`. */
interface Checks {
  /** An address, before it is requested. */
  permit?: (url: URL) => Promise<void>
  /** A response, before its body is read. */
  accept?: (url: URL, response: Response) => void
}

/** Requests a URL and those that it redirects to. Every one of them passes the same checks. */
export type RequestGuarded = (url: URL, signal: AbortSignal, checks?: Checks) => Promise<Fetched>

const MOST_SOCKETS = 24
const MOST_BYTES = 2_000_000
/** As many as RFC 9309 asks for at least. */
const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
const LONGEST_URL = 2_000
const PORTS = ['', '80', '443']
const HEADERS = {
  ...OWN_HEADERS,
  accept: 'text/html, application/xhtml+xml, text/plain;q=0.9',
  'accept-language': 'en, *;q=0.5',
}

/**
 * Sends GET requests to public hosts only. A name is looked up once per request, and the connection goes to one of the
 * very addresses that were checked, so that a name that changes its address meanwhile gains nothing.
 */
export function createGuardedRequests({
  lookup = (name) => lookUpByName(name, { all: true }),
  isPublic = isPublicAddress,
}: GuardOptions): RequestGuarded {
  const sockets = createFairQueue(MOST_SOCKETS)

  async function publicAddresses(host: string): Promise<HostAddress[]> {
    const literal = host.replace(/^\[|\]$/g, '')
    const family = isIP(literal)
    if (family === 0 && !isPublicName(host)) throw new PageProblem(`${host} is not a public name.`)
    const addresses =
      family === 0 ? await lookup(host).catch((): HostAddress[] => []) : [{ address: literal, family }]
    if (addresses.length === 0) throw new PageProblem(`${host} was not found.`)
    if (!addresses.every(({ address }) => isPublic(address)))
      throw new PageProblem(`${host} is not on the public internet.`)
    return addresses
  }

  /** The response of one address, or where it redirects to. */
  async function request(url: URL, signal: AbortSignal, accept: Checks['accept']): Promise<Fetched | URL> {
    // A name that is looked up for long must not keep the turn.
    const addresses = await unlessAborted(signal, () => publicAddresses(url.hostname))
    const client = new Client(url.origin, { connect: connectorTo(addresses), pipelining: 0 })
    try {
      const options = { dispatcher: client, redirect: 'manual', headers: HEADERS, signal } as const
      const response = await fetch(url, options)
      const { status, headers } = response
      const location = headers.get('location')
      if (REDIRECTS.includes(status) && location !== null) return new URL(location, url)
      accept?.(url, response)
      return { url, status, headers, body: await firstBytes(MOST_BYTES, response.body) }
    } finally {
      await client.destroy()
    }
  }

  return async (first, signal, { permit, accept } = {}) => {
    let url = first
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      await permit?.(url)
      checkUrl(url)
      const fetched = await sockets.run({ owner: first.host, signal }, () => request(url, signal, accept))
      if (!(fetched instanceof URL)) return fetched
      url = fetched
    }
    throw new PageProblem(`${first.host} redirected more than ${MOST_REDIRECTS} times.`)
  }
}

function checkUrl({ protocol, port, username, password, href }: URL): void {
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new PageProblem('Only addresses with http or https can be opened.')
  if (!PORTS.includes(port)) throw new PageProblem('Only the ports 80 and 443 can be opened.')
  if (username !== '' || password !== '') throw new PageProblem('An address must not contain a password.')
  if (href.length > LONGEST_URL) throw new PageProblem('The address is too long.')
}

/** Connects to one of the addresses, whatever the name may mean by now. The certificate must be that of the name. */
function connectorTo(addresses: HostAddress[]): buildConnector.connector {
  const lookup: LookupFunction = (_name, _options, done) => done(null, addresses)
  // All addresses are tried, because a machine may have no IPv6. Only then is a list of them taken.
  const connect = buildConnector({ lookup, autoSelectFamily: true })
  const { port } = addresses[0]!
  return (options, done) => connect({ ...options, port: port === undefined ? options.port : `${port}` }, done)
}
