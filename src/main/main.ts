import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { unwritableFolder } from '../adapters/sqlite/data-folder.ts'
import { createLog } from '../adapters/telemetry/pino-log.ts'
import { helpText, readSettings, type Settings } from '../config/settings.ts'
import { StartError } from '../contract/start-error.ts'
import { StorageError } from '../contract/storage-error.ts'
import { SOFTWARE_VERSION } from '../contract/versions.ts'
import { readCommand } from './command-line.ts'
import { composeService, type Service } from './compose.ts'
import { describeFailure } from './describe-failure.ts'
import type { Diagnosis } from './doctor.ts'
import { listen } from './serve.ts'
import { startWarnings } from './start-warnings.ts'

await main(process.argv.slice(2))

async function main(args: string[]): Promise<void> {
  const command = readCommand(args)
  if (command.name === 'help') return say(helpText())
  if (command.name === 'version') return say(SOFTWARE_VERSION)
  if (command.name === 'refuse') return giveUp(command.message, 2)
  try {
    if (command.name === 'doctor') return await callDoctor(command.repair)
    await start()
  } catch (error) {
    giveUp(describeFailure(error), 1)
  }
}

function settingsInForce(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readSettings(process.env)
}

/** Says how the database is; scripts go by the exit code. */
async function callDoctor(repair: boolean): Promise<void> {
  const { lines, exitCode } = await diagnose(settingsInForce().DATA_DIR, repair)
  say(lines.join('\n'))
  process.exitCode = exitCode
}

async function diagnose(folder: string, repair: boolean): Promise<Diagnosis> {
  // Loaded only here: a service that starts needs none of it.
  const { examine } = await import('./doctor.ts')
  try {
    return examine(folder, repair)
  } catch (error) {
    // What the system or the disk refuses is for the operator to mend; anything else is a fault of ours.
    const { code, message } = error as { code?: unknown; message: string }
    if (error instanceof StartError || typeof code !== 'string') throw error
    const reason = `The doctor cannot work in ${folder}: ${message}. Mend that and run it again.`
    throw new StartError(reason, { cause: error })
  }
}

async function start(): Promise<void> {
  const settings = settingsInForce()
  const log = createLog(settings.LOG_LEVEL)
  const service = await composeService(settings, log).catch((error) => {
    throw error instanceof StorageError ? unwritableFolder(settings.DATA_DIR, error) : error
  })
  const host = settings.HOST
  const watching = {
    onConnection: service.noteConnection,
    onFault: (error: Error) => log.error({ err: error }, 'a connection could not be accepted'),
  }
  const edgeAddress = { host, port: settings.EDGE_PORT, variable: 'EDGE_PORT' }
  const edge = await listen(service.edge, edgeAddress, watching)
  const localAddress = { host, port: settings.LOCAL_PORT, variable: 'LOCAL_PORT' }
  const local = await listen(service.local, localAddress, watching)
  stopOnSignal(settings, { service, servers: [edge, local], log })
  // Only now: a second start on the same ports must not take up tasks that the first is running.
  const resumed = await service.tasks.resume()
  announce(settings, service, { edge: edge.port, local: local.port })
  for (const warning of startWarnings(settings, service.router)) log.warn({}, warning)
  log.info(
    { edge_port: edge.port, local_port: local.port, router: service.router, resumed_tasks: resumed },
    'listening',
  )
}

/** Says to people where the service is, what it is not, and what is open to whom. */
function announce(settings: Settings, service: Service, ports: { edge: number; local: number }): void {
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  const lines = [
    `Stretto ${SOFTWARE_VERSION}`,
    `  edge API        http://${host}:${ports.edge}   (read http://${host}:${ports.edge}/docs)`,
    `  local task API  http://${host}:${ports.local}   (read http://${host}:${ports.local}/docs)`,
    ...startWarnings(settings, service.router).map((warning) => `  ${warning}`),
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}

/** Time for the answers to those who are told to come back; more than they take, unless a client does not read them. */
const LAST_WORDS_MS = 5_000

/** A signal that comes twice within this time is one: a shell and npm may both pass on the same key stroke. */
const SAME_SIGNAL_MS = 1_000

interface Running {
  service: Service
  servers: Array<Awaited<ReturnType<typeof listen>>>
  log: Logger
}

/** On SIGTERM or SIGINT: new requests are told to come back, running work has time, the rest is parked; a second signal ends at once. */
function stopOnSignal(settings: Settings, { service, servers, log }: Running): void {
  let stoppingSince: number | null = null
  const stop = async (signal: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    const grace = AbortSignal.timeout(settings.SHUTDOWN_GRACE_SECONDS * 1000)
    const timeIsUp = new Promise<void>((resolve) => {
      grace.addEventListener('abort', () => resolve(), { once: true })
    })
    service.refuseRequests()
    const answered = Promise.all(servers.map((server) => server.drain()))
    await service.tasks.close(grace)
    await Promise.race([answered, timeIsUp])
    // What still waits is told to come back; only then are connections cut.
    service.endRuns()
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))])
    for (const server of servers) server.cut()
    await service.close()
    log.info({}, 'stopped')
    process.exit(0)
  }
  const stopOrGiveUp = (signal: string) =>
    stop(signal).catch((error) => {
      log.error({ err: error }, 'could not stop as it should')
      process.exit(1)
    })
  process.on('SIGTERM', stopOrGiveUp)
  process.on('SIGINT', stopOrGiveUp)
}

function giveUp(reason: string, exitCode: number): never {
  process.stderr.write(`stretto: ${reason}\n`)
  process.exit(exitCode)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
