import { createEdgeClient } from '../client/edge-client.ts'
import { StrettoApiError, StrettoConnectionError } from '../client/errors.ts'
import { createLocalClient } from '../client/local-client.ts'
import { StartError } from '../contract/start-error.ts'
import { SERVICE_NAME } from '../contract/versions.ts'
import type { Service } from '../main/compose.ts'
import { UnavailableError, UsageError } from './failure.ts'

/** Where the service is; without an address it is the one that runs on the data of this user, or opened in this process. */
export interface ConnectionOptions {
  url?: string
  key?: string
  tasksUrl?: string
  /** Whether a service in this process writes its log to standard error. */
  isLogged?: boolean
  /** Whether the command is about what is stored. */
  needsData?: boolean
}

/** Never resolved: the service in this process answers. */
const HERE = 'http://localhost'

export type OpenedClient = Awaited<ReturnType<typeof openClient>>

/** Opens clients of the service at an address, or of one in this process that ends with `close`. */
export async function openClient(given: ConnectionOptions = {}) {
  const url = given.url ?? set('STRETTO_URL')
  if (url === undefined && given.tasksUrl !== undefined)
    throw new UsageError('--tasks-url needs --url, the address of the edge API of the same service.')
  return url === undefined ? openOwn(given) : openThere(url, given)
}

/** Opens clients for some work and closes them after it. */
export async function using<Result>(
  given: ConnectionOptions,
  work: (client: OpenedClient) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(given)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

function openThere(url: string, given: ConnectionOptions) {
  const edgeUrl = addressIn(url, '--url')
  const tasksUrl = given.tasksUrl ?? set('STRETTO_TASKS_URL')
  const localUrl = tasksUrl === undefined ? besides(edgeUrl) : addressIn(tasksUrl, '--tasks-url')
  const apiKey = given.key ?? set('STRETTO_API_KEY')
  const access = (baseUrl: string, api: Api) => {
    return { apiKey, baseUrl, fetch: fetchFrom(baseUrl, api, apiKey !== undefined) }
  }
  return {
    edge: createEdgeClient(access(edgeUrl, EDGE)),
    local: createLocalClient(access(localUrl, LOCAL)),
    url: edgeUrl,
    close: async () => {},
  }
}

/** Opens clients of the service on the data of this user, which is told by its token that the caller is that user. */
async function openOwn(given: ConnectionOptions) {
  const { loadUserSettings } = await import('../main/load-settings.ts')
  const { openOwnService } = await import('../main/embed.ts')
  const { isLogged = false, needsData = false } = given
  const tell = (warning: string) => process.stderr.write(`stretto: ${warning}\n`)
  try {
    const settings = loadUserSettings(tell)
    const log = isLogged
      ? (await import('../adapters/telemetry/pino-log.ts')).createLog(settings.LOG_LEVEL, process.stderr)
      : undefined
    const own = await openOwnService(settings, { log, needsData, tell })
    if ('embedded' in own) return openHere(own.embedded)
    const { edgeUrl, localUrl, token } = own.running
    return openThere(edgeUrl, { tasksUrl: localUrl, key: given.key ?? token })
  } catch (error) {
    if (error instanceof StartError) throw new UnavailableError(error.message, { cause: error })
    throw error
  }
}

function openHere(service: Service) {
  const at = (api: 'edge' | 'local') => ({
    baseUrl: HERE,
    fetch: (url: string, init: RequestInit) => service[api].fetch(new Request(url, init)),
  })
  return {
    edge: createEdgeClient(at('edge')),
    local: createLocalClient(at('local')),
    url: null,
    async close() {
      service.endRuns()
      await service.tasks.close(AbortSignal.abort())
      await service.close()
    },
  }
}

/** The APIs of a service: what each is called, and the option with its address. */
const EDGE = { name: 'edge API', option: '--url', port: '8787' }
const LOCAL = { name: 'local task API', option: '--tasks-url', port: '8000' }
type Api = typeof EDGE

/** Fetches from an API; keys and questions are sent only once it has said that it is the one that is meant. */
function fetchFrom(baseUrl: string, api: Api, hasKey: boolean) {
  let isKnown = false
  return async (url: string, init: RequestInit): Promise<Response> => {
    try {
      if (!isKnown) await requireApi(baseUrl, api, { hasKey, signal: init.signal })
      isKnown = true
      return await fetch(url, init)
    } catch (error) {
      if (error instanceof StrettoApiError || init.signal?.aborted) throw error
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      throw new StrettoConnectionError(
        `${baseUrl} does not answer (${code ?? message}). Start the service there, or check ${api.option}.`,
        { cause: error },
      )
    }
  }
}

/** Rejects an address at which there is something else. */
async function requireApi(
  baseUrl: string,
  api: Api,
  { hasKey, signal }: { hasKey: boolean; signal: RequestInit['signal'] },
): Promise<void> {
  const response = await fetch(`${baseUrl}/health`, { signal: signal ?? null })
  const health = (await response.json().catch(() => null)) as Record<string, unknown> | null
  // What a service refuses to say here, such as to an unknown host, it refuses in its own words later.
  if (typeof health?.error === 'string' && 'request_id' in health) return
  const found = health?.service === SERVICE_NAME ? ('vector_index' in health ? EDGE : LOCAL) : null
  if (found === api) return
  const { ok, status, statusText } = response
  if (found === null && status >= 502) throw new Error(`status ${status}`)
  const needsKey = found === null && [401, 403].includes(status)
  if (needsKey && hasKey) return
  if (found === null && !ok) {
    const advice = needsKey ? `Give a key with --key, or check ${api.option}.` : `Check ${api.option}.`
    throw strange(`${baseUrl}/health answered with ${`${status} ${statusText}`.trim()}. ${advice}`)
  }
  const what = found === null ? 'is not a Stretto service' : `is the ${found.name} of Stretto`
  const advice = `Give the address of the ${api.name} with ${api.option}, such as http://localhost:${api.port}.`
  throw strange(`${baseUrl} ${what}. ${advice}`)
}

function strange(message: string): StrettoApiError {
  return new StrettoApiError({ status: null, code: 'unknown', message })
}

function set(variable: string): string | undefined {
  return process.env[variable]?.trim() || undefined
}

function addressIn(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http address, such as http://localhost:8787, and not ${text}.`)
  return url.href.replace(/\/$/, '')
}

function besides(edgeUrl: string): string {
  const url = new URL(edgeUrl)
  url.port = LOCAL.port
  return url.origin
}
