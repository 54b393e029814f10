import { randomUUID } from 'node:crypto'
import { lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { ServerAccess } from '../../adapters/models/catalogue/fetch-model-list.ts'
import { makePrivate } from '../../adapters/sqlite/data-folder.ts'
import { isEndpointName } from '../../config/parsers.ts'
import type { Settings } from '../../config/settings.ts'
import { ROUTED } from '../../consensus/model-router.ts'
import type { Connection, ConnectionRequest } from '../../contract/connections.ts'
import { StrettoError, wrongField } from '../../contract/error-codes.ts'
import { PROVIDERS } from '../../contract/panel.ts'
import { StartError } from '../../contract/start-error.ts'
import { isExposed } from '../addresses.ts'

/** Sent to a server that asks for no key, since the protocol requires one; too short to be masked like a secret. */
const NO_KEY = 'no-key'
const FILE = 'connections.json'
const MOST_SERVERS = 20
/** The first characters of a key are never part of its end, so that a short key is not shown whole. */
const NOT_SHOWN = 12
const KNOWN: readonly string[] = PROVIDERS

const Stored = z.record(z.string(), z.union([z.object({ key: z.string() }), z.object({ address: z.url() })]))
type Stored = z.output<typeof Stored>

/** The keys and addresses of the settings, and those that the page has stored where only this machine reaches the service. */
export function openConnections(settings: Settings, { hasFiles = true } = {}) {
  const whyNot = whyNotStored(settings, hasFiles)
  const file = join(settings.DATA_DIR, FILE)
  const given = providerAccess(settings)
  let stored = whyNot === null ? readStored(file) : {}
  const isGiven = (name: string) => {
    const { apiKey = null, baseUrl = null } = given.get(name) ?? {}
    return apiKey !== null || (name === 'openai' && baseUrl !== null)
  }
  /** Live: whoever holds it sees every change. */
  const access = new Map<string, ServerAccess>()
  const merge = () => {
    access.clear()
    const routed = given.get(ROUTED)!
    for (const [name, at] of given) if (name !== ROUTED) access.set(name, at)
    for (const [name, one] of Object.entries(stored)) {
      if (isGiven(name)) continue
      if ('address' in one) access.set(name, { apiKey: NO_KEY, baseUrl: one.address })
      else if (name !== ROUTED) access.set(name, { ...access.get(name)!, apiKey: one.key })
    }
    const own = stored[ROUTED]
    // The routing provider is listed last.
    access.set(ROUTED, !isGiven(ROUTED) && own && 'key' in own ? { ...routed, apiKey: own.key } : routed)
  }
  merge()
  const change = (next: Stored) => {
    writeStored(file, next)
    stored = next
    merge()
  }

  const requireRoom = (name: string) => {
    const servers = Object.entries(stored).filter(([other, one]) => 'address' in one && other !== name)
    if (servers.length >= MOST_SERVERS)
      throw wrongField('name', `At most ${MOST_SERVERS} servers can be stored. Remove one first.`)
  }

  return {
    access: access as ReadonlyMap<string, ServerAccess>,
    whyNot,
    /** The names of what is stored and used. */
    stored: () => Object.keys(stored).filter((name) => !isGiven(name)),
    /** What there is; of stored keys only how they end. */
    list(): Connection[] {
      const ofSettings = settings.ROUTER === 'offline' ? [] : [...given.keys()].filter(isGiven)
      const shown = (name: string, one?: Stored[string]) => ({
        name,
        is_stored: one !== undefined,
        is_used: one === undefined || !isGiven(name),
        key_ending: one && 'key' in one ? one.key.slice(NOT_SHOWN).slice(-4) : null,
        address: one && 'address' in one ? one.address : null,
      })
      return [...ofSettings.map((name) => shown(name)), ...Object.entries(stored).map((one) => shown(...one))]
    },
    /** What a request would store; throws where it cannot be stored. */
    check(name: string, { key, address }: ConnectionRequest): ServerAccess {
      if (isGiven(name)) throw new StrettoError('conflict', inSettings(name))
      if (key !== undefined) {
        if (!KNOWN.includes(name))
          throw wrongField(
            'name',
            `A key can be stored for ${PROVIDERS.join(', ')}. For ${name}, send address.`,
          )
        return { apiKey: key, baseUrl: given.get(name)?.baseUrl ?? null }
      }
      if (!isEndpointName(name))
        throw wrongField('name', `A server cannot be named ${name}. Choose another name, such as ollama.`)
      requireRoom(name)
      return { apiKey: NO_KEY, baseUrl: localAddress(address!) }
    },
    store(name: string, { apiKey, baseUrl }: ServerAccess): void {
      // While this one was tried, others may have been stored.
      if (!KNOWN.includes(name)) requireRoom(name)
      change({ ...stored, [name]: KNOWN.includes(name) ? { key: apiKey! } : { address: baseUrl! } })
    },
    remove(name: string): void {
      if (!Object.hasOwn(stored, name))
        throw isGiven(name)
          ? new StrettoError('conflict', inSettings(name))
          : new StrettoError('not_found', `There is no stored connection named ${name}.`)
      const { [name]: _, ...rest } = stored
      change(rest)
    },
  }
}

/** Why the page stores nothing at this service; null where it does. */
function whyNotStored(settings: Settings, hasFiles: boolean): string | null {
  const reasons: Array<[boolean, string]> = [
    [settings.ROUTER === 'offline', 'this server runs with ROUTER=offline and asks no models'],
    [!hasFiles, 'a worker has no files'],
    [settings.API_KEYS.length > 0, 'this service has API_KEYS, so it has several users'],
    [settings.DATABASE_URL !== undefined, 'this service may have several processes on one database'],
    [isExposed(settings), 'other machines can reach this service'],
    [settings.ALLOWED_HOSTS.length > 0, 'ALLOWED_HOSTS gives this service other names'],
  ]
  const found = reasons.find(([applies]) => applies)?.[1]
  return found === undefined ? null : `Nothing is stored here, because ${found}.`
}

const inSettings = (name: string) =>
  `${name} is set where the service was started (.env or the environment), which wins. Change it there and start the service again.`

/** The configured keys and addresses; an endpoint, like any server of one's own, may need no key. */
export function providerAccess(settings: Settings): Map<string, ServerAccess> {
  const { OPENAI_BASE_URL, OPENAI_API_KEY = OPENAI_BASE_URL && NO_KEY } = settings
  const at = (apiKey: string | undefined, baseUrl: string | undefined) => ({
    apiKey: apiKey ?? null,
    baseUrl: baseUrl ?? null,
  })
  return new Map([
    ['openai', at(OPENAI_API_KEY, OPENAI_BASE_URL)],
    ['anthropic', at(settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL)],
    ['gemini', at(settings.GEMINI_API_KEY, settings.GEMINI_BASE_URL)],
    ...settings.ENDPOINTS.map(
      ({ name, apiKey, baseUrl }) => [name, { apiKey: apiKey ?? NO_KEY, baseUrl }] as const,
    ),
    [ROUTED, at(settings.OPENROUTER_API_KEY, settings.OPENROUTER_BASE_URL)],
  ])
}

const LOCAL_NAME = /^(?:[a-z0-9-]+|.+\.(?:local|lan|internal|home\.arpa|localhost))$/
/** Where clouds keep the secrets of a machine. */
const METADATA = /^(?:metadata(?:\..*)?|instance-data(?:\..*)?|\[fd00:ec2:.*)$/
const LOCAL_ADDRESS = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[(?:::1\]|f[cd]))/

/** Whether an address is that of this machine or in its network. */
export function isLocalAddress(address: string | null): boolean {
  if (address === null) return false
  const { hostname } = new URL(address)
  if (METADATA.test(hostname)) return false
  return (/^(?:[\d.]+|\[.*\])$/.test(hostname) ? LOCAL_ADDRESS : LOCAL_NAME).test(hostname)
}

/** The base of a server on this machine or in its network; one without a path gets that of the protocol. */
function localAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw wrongField('address', 'address must be like http://127.0.0.1:11434/v1')
  if (!isLocalAddress(text))
    throw wrongField(
      'address',
      `${url.hostname} is not on this machine or in its network. Name servers elsewhere in ENDPOINTS, in .env.`,
    )
  return url.origin + (url.pathname === '/' ? '/v1' : url.pathname.replace(/\/$/, ''))
}

function readStored(file: string): Stored {
  try {
    const found = lstatSync(file)
    if (!found.isFile()) throw new Error('it is no file')
    if (process.getuid !== undefined && found.uid !== process.getuid())
      throw new Error('it belongs to another user')
    makePrivate(file)
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    // The message of a parser would quote what is in the file.
    const why =
      error instanceof SyntaxError || error instanceof z.ZodError ? 'it is damaged' : (error as Error).message
    throw new StartError(
      `The connections in ${resolve(file)} cannot be read: ${why}. Delete the file and enter the keys again.`,
    )
  }
}

/** Replaces the file at once, so that a crash leaves the one before. */
function writeStored(file: string, stored: Stored): void {
  try {
    // Under a name at which nobody can have laid a link.
    const written = `${file}.${randomUUID()}`
    writeFileSync(written, JSON.stringify(stored), { mode: 0o600, flag: 'wx', flush: true })
    renameSync(written, file)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new StrettoError('unavailable', `The connection could not be stored (${code}). Check DATA_DIR.`, {
      cause: error,
      retryAfterSeconds: 5,
    })
  }
}
