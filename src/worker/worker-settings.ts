import { readSettings, type Settings } from '../config/settings.ts'
import { VARIABLES } from '../config/variables.ts'
import { StartError } from '../contract/start-error.ts'

type Name = keyof typeof VARIABLES

const NO_DATABASE = 'the objects of the worker are its database'
const NO_POOL = 'every question has an object of its own, and nothing waits in one queue'
const NO_TRACES = 'no traces are sent from there; wrangler.jsonc turns on those of the platform'

/** What cannot work in a worker, or means nothing there, and why. */
const REFUSED: Partial<Record<Name, string>> = {
  DATA_DIR: NO_DATABASE,
  AXIOMS_DIR: 'a worker reads no folders',
  DATABASE_URL: NO_DATABASE,
  DATABASE_POOL_SIZE: NO_DATABASE,
  DATABASE_TLS: NO_DATABASE,
  DATABASE_CA: NO_DATABASE,
  REQUEST_WAIT_MS: 'the clock of a worker stands still while it computes',
  TRUST_PROXY: 'the platform itself says where a request comes from',
  TASK_CONCURRENCY: NO_POOL,
  TASK_QUEUE_LIMIT: NO_POOL,
  TASK_LEASE_MS: 'only the object of a task can run it',
  OTEL_EXPORTER_OTLP_ENDPOINT: NO_TRACES,
  OTEL_SERVICE_NAME: NO_TRACES,
  SEARCH: 'pages are not opened there, because a worker cannot tell which address a name leads to',
  SHUTDOWN_GRACE_SECONDS: 'nobody stops a worker, and tasks go on when its object is moved',
}

/** As many as the index of an object has room for: 1.7 kB each, in 128 MB with 52 of assets and 32 of results. */
const MOST_ENTRIES = 10_000

/** What `npm run edge` reads, because it listens itself. */
const LOCAL_ONLY: Name[] = ['HOST', 'ALLOWED_HOSTS', 'EDGE_PORT', 'LOCAL_PORT']

/** The names under which the platform serves the two APIs; null where `npm run edge` listens on two ports. */
export type HostNames = { edge: string; tasks: string } | null

/** Reads the settings of a worker from its variables and secrets; all problems are reported together. */
export function readWorkerSettings(bindings: Record<string, unknown>): {
  settings: Settings
  hostNames: HostNames
} {
  const texts = Object.entries(bindings).flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  )
  const given = Object.fromEntries(texts)
  // As the platform tells it in addresses.
  const [edge, tasks] = [given.EDGE_HOST, given.TASKS_HOST].map((name) => name?.toLowerCase())
  const isLocal = edge === undefined && tasks === undefined && given.HOST !== undefined
  const problems = texts.flatMap(([name, value]) => {
    const reason = whyNot(name, value, isLocal)
    return reason === null ? [] : [`${name} cannot be set for a worker: ${reason}. Unset it.`]
  })
  const areNames = [edge, tasks].every((name) => /^[a-z\d.-]+$/.test(name ?? ''))
  if (!isLocal && (!areNames || edge === tasks))
    problems.push('EDGE_HOST and TASKS_HOST must be set to two host names: the two APIs share paths.')
  if (given.SHARDS !== undefined && !/^[1-9]\d?$/.test(given.SHARDS))
    problems.push('SHARDS must be a whole number from 1 to 99.')
  if (Number(given.CACHE_MAX_ENTRIES) > MOST_ENTRIES)
    problems.push(`CACHE_MAX_ENTRIES can be ${MOST_ENTRIES} at most for each object; raise SHARDS.`)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  // Others can reach what is deployed, and programs are not run there.
  const fixed = { ...(!isLocal && { HOST: '0.0.0.0' }), RUN_CODE: 'off' }
  const settings = readSettings({ CACHE_MAX_ENTRIES: String(MOST_ENTRIES), ...given, ...fixed })
  // Heartbeats of tasks, which only their object can run, would keep it awake.
  return {
    settings: { ...settings, TASK_LEASE_MS: Number.POSITIVE_INFINITY },
    hostNames: isLocal ? null : { edge: edge!, tasks: tasks! },
  }
}

function whyNot(name: string, value: string, isLocal: boolean): string | null {
  if (name === 'RUN_CODE' && value !== 'off') return 'programs are not run there'
  if (!isLocal && LOCAL_ONLY.includes(name as Name))
    return 'the platform listens, under EDGE_HOST and TASKS_HOST'
  const secret = name.replace(/_FILE$/, '')
  if (secret !== name && (secret in VARIABLES || secret.endsWith('_API_KEY')))
    return `a worker reads no files; make ${secret} a secret`
  return REFUSED[name as Name] ?? null
}
