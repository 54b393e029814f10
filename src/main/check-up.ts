import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { fetchModelList, type ServerAccess } from '../adapters/models/catalogue/fetch-model-list.ts'
import { openResponse } from '../adapters/models/providers/open-response.ts'
import { createSandbox } from '../adapters/sandbox/sandbox.ts'
import { checkDatabase } from '../adapters/sqlite/database.ts'
import { type FolderHolder, holderOf } from '../adapters/sqlite/held-folder.ts'
import type { Settings } from '../config/settings.ts'
import { DEFAULT_PANEL } from '../config/variables.ts'
import { ROUTED } from '../consensus/model-router.ts'
import { StartError } from '../contract/start-error.ts'
import { SERVICE_NAME } from '../contract/versions.ts'
import { calledAs } from './addresses.ts'
import { embeddedFolder } from './embed.ts'
import { loadUserSettings } from './load-settings.ts'
import { openConnections } from './parts/connections.ts'
import { openEngine } from './parts/search.ts'
import { keyReport, NOT_USED, startWarnings } from './start-report.ts'

export interface Finding {
  /** good: nothing needs to be done; note: it works, but something should be changed; bad: something has to be done. */
  state: 'good' | 'note' | 'bad'
  text: string
}

const good = (text: string): Finding => ({ state: 'good', text })
const note = (text: string): Finding => ({ state: 'note', text })
const bad = (text: string): Finding => ({ state: 'bad', text })

/** Examines what a start depends on: Node.js, the settings, the store, the ports and the keys, which are tried with `call`. */
export async function checkUp({ call }: { call: boolean }): Promise<Finding[]> {
  const settings = settingsOrProblems()
  if (Array.isArray(settings)) return [checkNode(), ...settings]
  const holder = settings.DATABASE_URL === undefined ? holderOf(embeddedFolder(settings)) : null
  return [
    checkNode(),
    good('The settings can be used.'),
    ...aboutKeys(settings),
    ...(call ? [...(await checkKeys(settings)), ...(await checkSearch(settings))] : []),
    await checkStore(settings, holder !== null),
    ...(await checkService(settings, holder)),
    ...(await checkPorts(settings, holder)),
    aboutPrograms(settings),
  ]
}

async function checkSearch(settings: Settings): Promise<Finding[]> {
  const search = await openEngine(settings, async () => openResponse)
  if (search === undefined) return []
  const outcome = await search(SERVICE_NAME)
  if ('problem' in outcome) return [bad(`The web cannot be searched. ${outcome.problem}`)]
  return [good(`The web can be searched: ${outcome.hits.length} pages were found.`)]
}

function settingsOrProblems(): Settings | Finding[] {
  try {
    return loadUserSettings()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message.split('\n').map((problem) => bad(`${problem}.`))
  }
}

function checkNode(): Finding {
  const version = process.versions.node
  const ranges = manifest.engines.node
  return ranges.split('||').some((range) => isWithin(version, range.trim()))
    ? good(`Node.js ${version} is supported.`)
    : bad(`Node.js ${version} is not supported. Install one of ${ranges}.`)
}

/** Which drafts that are programs are run, and why the others are not. */
function aboutPrograms({ RUN_CODE }: Settings): Finding {
  const { whyNot } = createSandbox({ isOn: RUN_CODE !== 'off' })
  const missing = new Set((['python', 'javascript', 'sql'] as const).flatMap((one) => whyNot(one) ?? []))
  if (missing.size === 0) return good('Drafts in Python, JavaScript, TypeScript and SQL are run.')
  return note(`Some drafts that are programs are only reviewed. ${[...missing].join(' ')}`)
}

/** Ranges have two forms: ^20.19.0, and >=24. */
function isWithin(version: string, range: string): boolean {
  const least = range.replace(/^(\^|>=)/, '')
  const isNewEnough = version.localeCompare(least, 'en', { numeric: true }) >= 0
  return (
    isNewEnough && (range.startsWith('>=') || Number.parseInt(version, 10) === Number.parseInt(least, 10))
  )
}

function aboutKeys(settings: Settings): Finding[] {
  const stored = connectionsOf(settings).stored()
  const servers = serversWithKeys(settings).map(([server]) => server)
  const isRouted = servers.length === 0 || servers.includes(ROUTED)
  // Otherwise the newest models of each provider, which a start asks for.
  const defaultModels = settings.DEFAULT_MODELS ?? (isRouted ? DEFAULT_PANEL : ['chosen at the start'])
  const report = keyReport({ settings, defaultModels, stored })
  return [
    report.includes(NOT_USED) ? note(report) : good(report),
    ...startWarnings(settings, servers.length === 0).map((warning) => note(warning)),
  ]
}

const OPENROUTER = 'https://openrouter.ai/api/v1'
const LIST_WITHIN_MS = 10_000

/** The servers that are asked: those with a key, and endpoints that need none. */
function serversWithKeys(settings: Settings): Array<[server: string, access: ServerAccess]> {
  if (settings.ROUTER === 'offline') return []
  return [...connectionsOf(settings).access].filter(([, { apiKey }]) => apiKey !== null)
}

const connectionsOf = (settings: Settings) =>
  openConnections({ ...settings, DATA_DIR: embeddedFolder(settings) })

/** Tries every key with one call that costs nothing: the list of models; of OpenRouter, what the key may still spend. */
function checkKeys(settings: Settings): Promise<Finding[]> {
  return Promise.all(
    serversWithKeys(settings).map(async ([server, access]) => {
      const endpoint = settings.ENDPOINTS.find(({ name }) => name === server)
      const variable = endpoint?.keyVariable ?? `${server.toUpperCase()}_API_KEY`
      const checked = endpoint?.apiKey === null ? 'its address in ENDPOINTS' : `${variable} and its address`
      try {
        return good(`${server} was called and ${await answerOf(server, access)}.`)
      } catch (error) {
        return bad(`${server} refuses or does not answer: ${reasonOf(error)} Check ${checked}.`)
      }
    }),
  )
}

async function answerOf(server: string, access: ServerAccess): Promise<string> {
  const signal = AbortSignal.timeout(LIST_WITHIN_MS)
  if (server === ROUTED) {
    const remaining = await remainingOf(access, signal)
    if (remaining !== undefined) return remaining
  }
  const models = await fetchModelList({ server, ...access }, openResponse, signal)
  return `lists ${models.length} models`
}

/** What a key of OpenRouter may still spend; undefined at another router, which does not tell. */
async function remainingOf(
  { apiKey, baseUrl }: ServerAccess,
  signal: AbortSignal,
): Promise<string | undefined> {
  const address = `${(baseUrl ?? OPENROUTER).replace(/\/$/, '')}/key`
  const response = await fetch(address, { headers: { authorization: `Bearer ${apiKey}` }, signal })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`status ${response.status}.`)
  const { data } = (await response.json()) as { data?: { limit_remaining?: number | null } }
  const left = data?.limit_remaining
  return typeof left === 'number'
    ? `accepts the key, which may still spend $${left.toFixed(2)}`
    : 'accepts the key'
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? error) as NodeJS.ErrnoException
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return 'its answer is not a list of models.'
  return code === undefined ? message : `${code}.`
}

/** Whether the database can be used; a service that is running keeps it to itself, and has examined it at its start. */
async function checkStore(settings: Settings, isServing: boolean): Promise<Finding> {
  if (settings.DATABASE_URL !== undefined) return checkServer(settings, settings.DATABASE_URL)
  const folder = resolve(embeddedFolder(settings))
  if (isServing) return good(`The database in ${folder} was intact when the running service started.`)
  if (!existsSync(join(folder, 'stretto.db'))) return good(`There is no database in ${folder} yet.`)
  try {
    checkDatabase(folder)
    return good(`The database in ${folder} is intact.`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return bad(error.message)
  }
}

async function checkServer(settings: Settings, url: string): Promise<Finding> {
  const { openPostgres } = await import('../adapters/postgres/postgres.ts')
  const { addressFrom } = await import('./parts/postgres-storage.ts')
  const postgres = openPostgres(addressFrom(settings, url))
  try {
    await postgres.query('SELECT 1')
    return good('PostgreSQL answers.')
  } catch (error) {
    return bad(`PostgreSQL cannot be used: ${(error as Error).message}. Check DATABASE_URL.`)
  } finally {
    await postgres.close()
  }
}

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
    : [bad(`${name} is running at ${edgeUrl}, version ${version}, with problems: ${problems.join(' ')}`)]
}

function checkPorts({ HOST, EDGE_PORT, LOCAL_PORT, DATABASE_URL }: Settings, holder: FolderHolder | null) {
  const { edgeUrl, localUrl } = holder?.service ?? {}
  return Promise.all(
    Object.entries({ EDGE_PORT, LOCAL_PORT }).map(async ([variable, port]): Promise<Finding> => {
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

type Health = { service?: string; version?: string; problems?: string[] }

async function healthAt(address: string): Promise<Health | null> {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return (await response.json()) as Health
  } catch {
    // Whatever it is, it is not ours.
    return null
  }
}
