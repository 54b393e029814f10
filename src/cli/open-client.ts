import type { Command } from 'commander'
import type { EdgeClient } from '../client/edge-client.ts'
import type { LocalClient } from '../client/local-client.ts'
import { StartError } from '../contract/start-error.ts'
import { UnavailableError, UsageError } from './failure.ts'

/** Where the service is; without an address it is opened in this process. */
export interface Connection {
  /** The edge API. Default: STRETTO_URL */
  url?: string
  /** The API key. Default: STRETTO_API_KEY */
  key?: string
  /** The local task API. Default: STRETTO_TASKS_URL, or the host of `url` at port 8000. */
  tasksUrl?: string
  /** Whether a service in this process writes its log to standard error. */
  isLogged?: boolean
}

/** Clients of both APIs. */
export interface OpenedClient {
  edge: EdgeClient
  local: LocalClient
  /** The address of the service; null for one in this process. */
  url: string | null
  close(): Promise<void>
}

/** Adds the options that say where the service is. */
export function withConnection(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'ask the service at this address (STRETTO_URL); default: no server, in this process',
    )
    .option('--key <key>', 'its API key (STRETTO_API_KEY)')
}

const LOCAL_PORT = '8000'
/** Never resolved: the service in this process answers. */
const HERE = 'http://localhost'

/** Opens clients of the service at an address, or of one in this process that ends with `close`. */
export async function openClient(given: Connection = {}): Promise<OpenedClient> {
  const url = given.url ?? set('STRETTO_URL')
  if (url === undefined && given.tasksUrl !== undefined)
    throw new UsageError('--tasks-url needs --url, the address of the edge API of the same service.')
  return url === undefined ? openHere(given) : openThere(url, given)
}

async function openThere(url: string, given: Connection): Promise<OpenedClient> {
  const { createEdgeClient } = await import('../client/edge-client.ts')
  const { createLocalClient } = await import('../client/local-client.ts')
  const edgeUrl = addressIn(url, '--url')
  const tasksUrl = given.tasksUrl ?? set('STRETTO_TASKS_URL')
  const localUrl = tasksUrl === undefined ? besides(edgeUrl) : addressIn(tasksUrl, '--tasks-url')
  const apiKey = given.key ?? set('STRETTO_API_KEY')
  const access = { ...(apiKey !== undefined && { apiKey }), fetch: reaching }
  return {
    edge: createEdgeClient({ ...access, baseUrl: edgeUrl }),
    local: createLocalClient({ ...access, baseUrl: localUrl }),
    url: edgeUrl,
    close: async () => {},
  }
}

async function openHere({ isLogged = false }: Connection): Promise<OpenedClient> {
  const { createEdgeClient } = await import('../client/edge-client.ts')
  const { createLocalClient } = await import('../client/local-client.ts')
  const { loadUserSettings } = await import('../main/load-settings.ts')
  const { openEmbedded } = await import('../main/embed.ts')
  try {
    const { createLog } = await import('../adapters/telemetry/pino-log.ts')
    const settings = loadUserSettings((warning) => process.stderr.write(`stretto: ${warning}\n`))
    const log = isLogged ? createLog(settings.LOG_LEVEL, process.stderr) : undefined
    const service = await openEmbedded(settings, log)
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
  } catch (error) {
    if (error instanceof StartError) throw new UnavailableError(error.message, { cause: error })
    throw error
  }
}

/** Fetches; a failure says where and why. */
async function reaching(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    const { origin } = new URL(url)
    throw new Error(
      `${origin} does not answer (${code ?? message}). Start the service there, or check --url.`,
      {
        cause: error,
      },
    )
  }
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
  url.port = LOCAL_PORT
  return url.origin
}
