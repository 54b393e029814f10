import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { unusableDatabase } from '../adapters/postgres/storage-fault.ts'
import { unwritableFolder } from '../adapters/sqlite/data-folder.ts'
import { folderInUse, type HeldFolder, holdFolder, readHolder } from '../adapters/sqlite/held-folder.ts'
import { createServiceLog } from '../adapters/telemetry/pino-log.ts'
import type { Settings } from '../config/settings.ts'
import { StorageError } from '../contract/storage-error.ts'
import { calledAs } from './addresses.ts'
import { composeService, type Service } from './compose.ts'
import { loadSettings } from './load-settings.ts'
import { listen } from './serve.ts'
import { keyReport, startText, startWarnings } from './start-report.ts'

/** Starts the service on its two ports; it stops on SIGTERM or SIGINT. */
export async function startService(): Promise<void> {
  const settings = loadSettings()
  const { isTTY } = process.stdout
  const log = createServiceLog(settings.LOG_LEVEL, { isTTY, stderr: process.stderr })
  const held = holdData(settings)
  const token = randomBytes(32).toString('base64url')
  const service = await composeService(settings, log, { operatorToken: token }).catch((error) => {
    if (!(error instanceof StorageError)) throw error
    throw settings.DATABASE_URL === undefined
      ? unwritableFolder(settings.DATA_DIR, error)
      : unusableDatabase(error)
  })
  const host = settings.HOST
  const watching = {
    onConnection: service.onConnection,
    onFault: (error: Error) => log.error({ err: error }, 'a connection could not be accepted'),
  }
  const addressAt = (variable: 'EDGE_PORT' | 'LOCAL_PORT') => ({ host, port: settings[variable], variable })
  const edge = await listen(service.edge, addressAt('EDGE_PORT'), watching)
  const local = await listen(service.local, addressAt('LOCAL_PORT'), watching)
  stopOnSignal(settings, { service, servers: [edge, local], log, held })
  // Only after listening succeeded: a second process on the same ports must not resume tasks that the first is running.
  const resumed = await service.tasks.resume()
  service.welcomeRequests()
  const addressOf = ({ port }: { port: number }) => `http://${calledAs(host)}:${port}`
  held?.announce({ edgeUrl: addressOf(edge), localUrl: addressOf(local), token })
  const { defaultModels, storedConnections: stored } = service
  const line = keyReport({ settings, defaultModels, stored })
  const warnings = [...startWarnings(settings, service.isOffline), ...service.panelWarnings]
  process.stderr.write(startText(settings, [line, ...warnings], { edge: edge.port, local: local.port }))
  log.info({}, line)
  // On a terminal they were just shown.
  if (!isTTY) for (const warning of warnings) log.warn({}, warning)
  log.info(
    { edge_port: edge.port, local_port: local.port, router: service.router, resumed_tasks: resumed },
    'listening',
  )
}

/** Holds DATA_DIR for this process; a database on a server is shared, and nobody holds it. */
function holdData({ DATABASE_URL, DATA_DIR }: Settings): HeldFolder | null {
  if (DATABASE_URL !== undefined) return null
  const held = holdFolder(DATA_DIR, { isCommand: false })
  if (held === null) throw folderInUse(DATA_DIR, readHolder(DATA_DIR))
  return held
}

/** What is left of the grace period when what still runs is ended, so that its callers are answered within it. */
const LAST_ANSWERS_MS = 1_000

/** How long the last refusals may take to be sent; ample unless a client does not read them. */
const LAST_RESPONSES_MS = 5_000

/** Two signals within this time count as one, because a shell and npm may both forward the same keystroke. */
const SAME_SIGNAL_MS = 1_000

interface Running {
  service: Service
  held: HeldFolder | null
  servers: Array<Awaited<ReturnType<typeof listen>>>
  log: Logger
}

/** On SIGTERM or SIGINT: refuses new requests, gives running work the grace period, then parks the rest. A second signal exits at once. */
function stopOnSignal(settings: Settings, { service, servers, log, held }: Running): void {
  let stoppingSince: number | null = null
  const stop = async (signal: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    const graceMs = settings.SHUTDOWN_GRACE_SECONDS * 1000
    const grace = AbortSignal.timeout(graceMs - Math.min(LAST_ANSWERS_MS, graceMs / 5))
    const timeIsUp = new Promise<void>((resolve) => {
      grace.addEventListener('abort', () => resolve(), { once: true })
    })
    service.refuseRequests()
    const answered = Promise.all(servers.map((server) => server.drain()))
    await service.tasks.close(grace)
    await Promise.race([answered, timeIsUp])
    // Refuse what is still waiting; only then close the connections.
    service.endRuns()
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, LAST_RESPONSES_MS))])
    for (const server of servers) server.cut()
    await service.close()
    held?.release()
    log.info({}, 'stopped')
    process.exit(0)
  }
  const stopOrExit = (signal: string) =>
    stop(signal).catch((error) => {
      log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    })
  process.on('SIGTERM', stopOrExit)
  process.on('SIGINT', stopOrExit)
}
