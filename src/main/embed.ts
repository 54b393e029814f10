import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { folderInUse, holdFolder, type RunningService, readHolder } from '../adapters/sqlite/held-folder.ts'
import type { Settings } from '../config/settings.ts'
import { composeService, ignoring, type Service } from './compose.ts'

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

/** How long a command waits for a service that is starting, and for a process to say what it is; and how often it looks. */
const START_MS = 10_000
const TELL_MS = 500
const LOOK_MS = 50

interface CommandOptions {
  log?: Logger | undefined
  /** Whether the command is about what is stored, so that an empty store would not do. */
  needsData: boolean
  tell: (warning: string) => void
  environment?: NodeJS.ProcessEnv
}

/** The service on this user's data: one that is running, or one in this process that ends when it is closed. */
type OwnService = { running: RunningService } | { embedded: Service }

/** The service on this user's data, or one in this process; while another command has them, it keeps nothing. */
export async function openOwnService(settings: Settings, options: CommandOptions): Promise<OwnService> {
  if (settings.DATABASE_URL !== undefined) return openEmbedded(settings, options, () => {})
  const folder = embeddedFolder(settings, options.environment)
  for (const startedAt = performance.now(); ; await pause(LOOK_MS)) {
    const held = holdFolder(folder, { isCommand: true })
    if (held !== null) return openEmbedded({ ...settings, DATA_DIR: folder }, options, held.release)
    const holder = readHolder(folder)
    if (holder.service !== null) return { running: holder.service }
    const patienceMs = holder.isCommand ? 0 : holder.pid === null ? TELL_MS : START_MS
    if (performance.now() - startedAt < patienceMs) continue
    if (options.needsData) throw folderInUse(folder, holder)
    options.tell(
      `Another process is using the data in ${resolve(folder)}; what this command asks and gets is not kept there.`,
    )
    const passing = mkdtempSync(join(tmpdir(), 'stretto-'))
    return openEmbedded({ ...settings, DATA_DIR: passing }, options, () =>
      rmSync(passing, { recursive: true, force: true }),
    )
  }
}

async function openEmbedded(
  settings: Settings,
  { log = ignoring<Logger>() }: CommandOptions,
  release: () => void,
): Promise<OwnService> {
  try {
    const service = await composeService({ ...settings, ...ALONE }, log, { isServed: false })
    service.welcomeRequests()
    const close = () => service.close().finally(release)
    return { embedded: { ...service, close } }
  } catch (error) {
    release()
    throw error
  }
}

/** The data of this user: of the service started here if one was, else in the home folder, so as to litter no other. */
export function embeddedFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>, environment = process.env): string {
  if (environment.DATA_DIR?.trim() || existsSync(join(DATA_DIR, 'stretto.db'))) return DATA_DIR
  const home = environment.XDG_DATA_HOME?.trim() || join(homedir(), '.local', 'share')
  return join(home, 'stretto')
}
