import { createServer } from 'node:net'
import { resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { type FolderHolder, holderOf } from '../../adapters/sqlite/held-folder.ts'
import type { Settings } from '../../config/settings.ts'
import { DEFAULT_PANEL } from '../../config/variables.ts'
import { ROUTED } from '../../consensus/model-router.ts'
import { StartError } from '../../contract/start-error.ts'
import { SERVICE_NAME } from '../../contract/versions.ts'
import { calledAs } from '../addresses.ts'
import { embeddedFolder } from '../embed.ts'
import { loadUserSettings } from '../load-settings.ts'
import { keyReport, NOT_USED, startWarnings } from '../start-report.ts'
import { checkKeys, serversWithKeys } from './check-keys.ts'
import { checkStore } from './check-store.ts'
import { bad, type Finding, good, note } from './finding.ts'

interface CheckUp {
  /** Whether every key is tried. */
  call: boolean
}

/** Examines everything that a start depends on: Node.js, the settings, the keys, the store and the ports. */
export async function checkUp({ call }: CheckUp): Promise<Finding[]> {
  const settings = settingsOrProblems()
  if (Array.isArray(settings)) return [checkNode(), ...settings]
  const holder = settings.DATABASE_URL === undefined ? holderOf(embeddedFolder(settings)) : null
  return [
    checkNode(),
    good('The settings can be used.'),
    ...aboutKeys(settings),
    ...(call ? await checkKeys(settings) : []),
    await checkStore(settings, holder !== null),
    ...(await checkService(settings, holder)),
    ...(await checkPorts(settings, holder)),
  ]
}

function settingsOrProblems(): Settings | Finding[] {
  try {
    return loadUserSettings()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message.split('\n').map((problem) => bad(`${problem}.`))
  }
}

/** Whether this version of Node.js is one that the service is made for. */
function checkNode(version = process.versions.node, ranges = manifest.engines.node): Finding {
  return ranges.split('||').some((range) => isWithin(version, range.trim()))
    ? good(`Node.js ${version} is supported.`)
    : bad(`Node.js ${version} is not supported. Install one of ${ranges}.`)
}

/** Ranges have two forms: ^20.19.0, and >=24. */
function isWithin(version: string, range: string): boolean {
  const wanted = range
    .replace(/^(\^|>=)/, '')
    .split('.')
    .map(Number)
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = wanted
  if (major !== wantedMajor) return range.startsWith('>=') && major > wantedMajor
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch)
}

/** Which keys there are, and what is known to be wrong with the settings. */
function aboutKeys(settings: Settings): Finding[] {
  const given = Object.keys(process.env).filter((name) => process.env[name]?.trim())
  const servers = serversWithKeys(settings).map(([server]) => server)
  const isRouted = servers.length === 0 || servers.includes(ROUTED)
  // Otherwise the newest models of each provider, which a start asks for.
  const defaultModels = settings.DEFAULT_MODELS ?? (isRouted ? DEFAULT_PANEL : ['chosen at the start'])
  const report = keyReport({ settings, given, defaultModels })
  return [
    report.includes(NOT_USED) ? note(report) : good(report),
    ...startWarnings(settings, servers.length === 0).map((warning) => note(warning)),
  ]
}

/** How the service on these data does, if one is running. */
async function checkService(settings: Settings, holder: FolderHolder | null): Promise<Finding[]> {
  if (!holder?.service) return []
  const { edgeUrl } = holder.service
  const health = await healthAt(edgeUrl)
  const name = `The service on the data in ${resolve(embeddedFolder(settings))} (process ${holder.pid})`
  if (health === null)
    return [bad(`${name} does not answer at ${edgeUrl}. Read its log, or stop it and start it again.`)]
  const { version, problems = [] } = health
  return problems.length === 0
    ? [good(`${name} is running at ${edgeUrl}, version ${version}.`)]
    : [bad(`${name} is running at ${edgeUrl}, version ${version}, with problems:`, problems)]
}

/** Whether the ports of both APIs are free, or used by a service that is running. */
function checkPorts({ HOST, EDGE_PORT, LOCAL_PORT, DATABASE_URL }: Settings, holder: FolderHolder | null) {
  const { edgeUrl, localUrl } = holder?.service ?? {}
  const ports: Array<[port: number, variable: string]> = [
    [EDGE_PORT, 'EDGE_PORT'],
    [LOCAL_PORT, 'LOCAL_PORT'],
  ]
  return Promise.all(
    ports.map(async ([port, variable]): Promise<Finding> => {
      const problem = await listening(HOST, port)
      if (problem === null)
        return good(
          port === 0 ? `${variable}: any free port is taken.` : `Port ${port} (${variable}) is free.`,
        )
      if (problem !== 'EADDRINUSE')
        return bad(`Port ${port} on ${HOST} cannot be used (${problem}). Set HOST and ${variable} to others.`)
      if ([edgeUrl, localUrl].some((url) => url !== undefined && new URL(url).port === String(port)))
        return good(`Port ${port} (${variable}) is used by the service on these data.`)
      const health = await healthAt(`http://${calledAs(HOST)}:${port}`)
      if (health?.service !== SERVICE_NAME)
        return bad(`Port ${port} is used by another program. Stop it, or set ${variable} to another port.`)
      const running = `Port ${port} (${variable}): Stretto ${health.version} is running there`
      return DATABASE_URL === undefined
        ? note(`${running}, on other data than those here.`)
        : good(`${running}.`)
    }),
  )
}

/** The code of the error when listening on a port; null when it can be listened on. */
function listening(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

const ANSWER_WITHIN_MS = 2_000

async function healthAt(
  address: string,
): Promise<{ service?: string; version?: string; problems?: string[] } | null> {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return (await response.json()) as { service?: string }
  } catch {
    // Whatever it is, it is not ours.
    return null
  }
}
