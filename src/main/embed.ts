import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../adapters/telemetry/pino-log.ts'
import type { Settings } from '../config/settings.ts'
import { composeService, type Service } from './compose.ts'

/** For a service whose only caller is this process: it needs no key and no limits. */
const ALONE = {
  API_KEYS: [],
  LOCAL_AUTH: false,
  EMBEDDINGS_AUTH: false,
  LOCAL_RATE_LIMITS: 'off' as const,
  RATE_LIMIT_PER_MINUTE: Number.MAX_SAFE_INTEGER,
  RATE_LIMIT_PER_HOUR: Number.MAX_SAFE_INTEGER,
  RATE_LIMIT_BURST: Number.MAX_SAFE_INTEGER,
  REQUEST_WAIT_MS: 3_600_000,
}

const SILENT = createLog('silent', { write: () => {} })

/** Opens the service in this process without listening. Tasks of other processes on the same data are left to them. */
export async function openEmbedded(settings: Settings, log = SILENT): Promise<Service> {
  const service = await composeService({ ...settings, ...ALONE, DATA_DIR: embeddedFolder(settings) }, log)
  service.welcomeRequests()
  return service
}

/**
 * Where an embedded service keeps its data: as the service that is started here does, if one has been; otherwise in the
 * home folder, so that no folder in which somebody asks a question is littered.
 */
export function embeddedFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>, environment = process.env): string {
  if (environment.DATA_DIR?.trim() || existsSync(join(DATA_DIR, 'stretto.db'))) return DATA_DIR
  const home = environment.XDG_DATA_HOME?.trim() || join(homedir(), '.local', 'share')
  return join(home, 'stretto')
}
