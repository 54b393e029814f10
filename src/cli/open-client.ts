import { existsSync, readFileSync } from 'node:fs'
import { createLog } from '../adapters/telemetry/pino-log.ts'
import { createEdgeClient, type EdgeClient } from '../client/index.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { composeService } from '../main/compose.ts'

/** How a command reaches the service. */
export interface ClientFlags {
  /** The address of a running service; without it, the command has a service of its own. */
  url?: string
  /** The API key for it. */
  key?: string
}

/** A client, and what ends it. */
export interface OpenedClient {
  edge: EdgeClient
  close(): Promise<void>
}

/** The settings of this process. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readSettings(process.env, (path) => readFileSync(path, 'utf8'))
}

const NO_LIMIT = 1_000_000

/** Opens a client of a running service, or of a service within this process, which logs to standard error. */
export async function openClient({ url, key }: ClientFlags): Promise<OpenedClient> {
  if (url !== undefined)
    return { edge: createEdgeClient({ baseUrl: url, apiKey: key }), close: async () => {} }
  const settings = {
    ...loadSettings(),
    // The caller is the one who started it.
    API_KEYS: [],
    RATE_LIMIT_PER_MINUTE: NO_LIMIT,
    RATE_LIMIT_BURST: NO_LIMIT,
  }
  const service = await composeService(settings, createLog(settings.LOG_LEVEL, process.stderr))
  service.welcomeRequests()
  return {
    edge: createEdgeClient({
      baseUrl: 'http://localhost',
      fetch: (address, init) => service.edge.request(address, init),
    }),
    async close() {
      service.endRuns()
      await service.tasks.close(AbortSignal.abort())
      await service.close()
    },
  }
}
