import { existsSync, readFileSync } from 'node:fs'
import type { EdgeClient } from '../client/edge-client.ts'

/** Where the service is; without an address it is opened in this process. */
export interface Connection {
  url?: string | undefined
  /** The API key. Default: STRETTO_API_KEY */
  key?: string | undefined
}

/** No limits on requests and no keys: whoever runs the service in a process of their own is its only caller. */
const ALONE = {
  API_KEYS: [],
  RATE_LIMIT_PER_MINUTE: 1_000_000,
  RATE_LIMIT_PER_HOUR: 100_000_000,
  RATE_LIMIT_BURST: 1_000_000,
}

/** Opens a client of the service at an address, or of one in this process that ends with `close`. */
export async function openClient({
  url,
  key,
}: Connection): Promise<{ edge: EdgeClient; close(): Promise<void> }> {
  const { createEdgeClient } = await import('../client/edge-client.ts')
  const apiKey = key ?? process.env.STRETTO_API_KEY
  if (url !== undefined)
    return {
      edge: createEdgeClient({ baseUrl: url, ...(apiKey !== undefined && { apiKey }) }),
      close: async () => {},
    }
  const { readSettings } = await import('../config/settings.ts')
  const { composeService } = await import('../main/compose.ts')
  const { createLog } = await import('../adapters/telemetry/pino-log.ts')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env, (path) => readFileSync(path, 'utf8'))
  const service = await composeService({ ...settings, ...ALONE }, createLog('silent'))
  return {
    edge: createEdgeClient({
      baseUrl: 'http://localhost',
      fetch: (address, init) => service.edge.fetch(new Request(address, init)),
    }),
    async close() {
      service.endRuns()
      await service.tasks.close(AbortSignal.abort())
      await service.close()
    },
  }
}
