import { lookup as lookUpByName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector, Client, fetch, type Response } from 'undici'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../../../contract/versions.ts'
import { unlessAborted } from '../../../utils/time-limits.ts'
import { PageProblem } from './page-problem.ts'
import { isPublicAddress, isPublicName } from './public-address.ts'

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
  userAgent?: string
}

/** Requests a URL and reads the response with `read`. The connection ends with it. */
export type RequestGuarded = <Result>(
  url: URL,
  signal: AbortSignal,
  read: (response: Response) => Promise<Result>,
) => Promise<Result>

const MOST_SOCKETS = 8
const LONGEST_URL = 2_000
const PORTS = ['', '80', '443']

/**
 * Sends GET requests to public hosts only. A name is looked up once per request, and the connection goes to one of the
 * very addresses that were checked, so that a name that changes its address meanwhile gains nothing.
 */
export function createGuardedRequests({
  lookup = (name) => lookUpByName(name, { all: true }),
  isPublic = isPublicAddress,
  userAgent = `${SERVICE_NAME}/${SOFTWARE_VERSION}`,
}: GuardOptions): RequestGuarded {
  const inTurn = createTurns(MOST_SOCKETS)
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html, application/xhtml+xml, text/plain;q=0.9',
    'accept-encoding': 'gzip, br',
    'accept-language': 'en, *;q=0.5',
  }

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

  return (url, signal, read) => {
    checkUrl(url)
    return inTurn(async () => {
      // A name that is looked up for long must not keep the turn.
      const addresses = await unlessAborted(signal, () => publicAddresses(url.hostname))
      const client = new Client(url.origin, { connect: connectorTo(addresses), pipelining: 0 })
      try {
        return await read(await fetch(url, { dispatcher: client, redirect: 'manual', headers, signal }))
      } finally {
        await client.destroy()
      }
    })
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

/** Does so many things at a time; others wait for their turn. */
function createTurns(most: number) {
  let free = most
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
