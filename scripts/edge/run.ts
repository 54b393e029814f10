import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { folderInUse, holdFolder, readHolder } from '../../src/adapters/sqlite/held-folder.ts'
import { endpoints } from '../../src/config/parsers.ts'
import { VARIABLES } from '../../src/config/variables.ts'
import { OFFLINE } from '../../src/consensus/model-router.ts'
import { StartError } from '../../src/contract/start-error.ts'
import { keyReport, startText, startWarnings } from '../../src/main/start-report.ts'
import { readWorkerSettings } from '../../src/worker/worker-settings.ts'
import { openFront } from './front.ts'
import { type Door, openWorker } from './workers.ts'

/** Starts the worker on this machine; it ends on SIGTERM or SIGINT, and with this process. */
export async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const bindings = settingsGiven(process.env)
  const { settings } = readWorkerSettings(bindings)
  const { HOST: host, EDGE_PORT, LOCAL_PORT } = settings
  const folder = resolve(process.env.DATA_DIR?.trim() ? `${process.env.DATA_DIR.trim()}/edge` : '.edge')
  const held = holdFolder(folder, { isCommand: false })
  if (held === null) throw folderInUse(folder, readHolder(folder))
  // What nothing refers to is closed at some time, and another process could take the folder.
  process.on('exit', () => held.release())

  // Before miniflare's own, which would end with the status of a process that was killed. Its hook of the exit ends workerd.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
  // The ports come first: a start that fails mostly fails here, and should not take long.
  let start: () => void = () => {}
  const worker = new Promise<void>((resolve) => {
    start = resolve
  }).then(() => openWorker({ bindings, folder }))
  const doorOf = (door: Door) => async () => (await worker).addressOf(door)
  const edge = await openFront({ host, port: EDGE_PORT, variable: 'EDGE_PORT' }, doorOf('edge'))
  const tasks = await openFront({ host, port: LOCAL_PORT, variable: 'LOCAL_PORT' }, doorOf('tasks'))
  start()
  const address = await (await worker).addressOf('edge')
  const isOffline = (await answerOf<{ router?: string }>(address, '/health')).router === OFFLINE
  const { default_models: models } = await answerOf<{ default_models?: string[] }>(address, '/models')
  const keys = keyReport({ settings, defaultModels: models ?? settings.DEFAULT_MODELS ?? [], stored: [] })
  const ports = { edge: portOf(edge), local: portOf(tasks) }
  const state = `state           ${folder} (a worker with its objects, by miniflare; deploy/cloudflare/README.md deploys it)`
  process.stderr.write(startText(settings, [state, keys, ...startWarnings(settings, isOffline)], ports))
}

/** The settings in an environment; what is only read here is left out, and HOST stands in for the names of the APIs. */
function settingsGiven(environment: NodeJS.ProcessEnv): Record<string, string> {
  const servers = endpoints.safeParse(environment.ENDPOINTS?.trim() || undefined).data ?? []
  const names = [...Object.keys(VARIABLES), 'SHARDS', ...servers.map(({ keyVariable }) => keyVariable)]
  const given = names
    .flatMap((name) => [name, `${name}_FILE`])
    .filter((name) => name !== 'DATA_DIR' && environment[name]?.trim())
  return { HOST: '127.0.0.1', ...Object.fromEntries(given.map((name) => [name, environment[name]!])) }
}

/** What the worker answers to a question about itself; nothing where it asks for a key. */
async function answerOf<Answer>(address: URL, path: string): Promise<Partial<Answer>> {
  const response = await fetch(new URL(path, address))
  if (response.status === 401) return {}
  const text = await response.text()
  if (!response.ok) throw new StartError(`The worker does not start: ${text}`)
  return JSON.parse(text)
}

function portOf(server: Awaited<ReturnType<typeof openFront>>): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
