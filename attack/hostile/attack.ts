import { setTimeout as pause } from 'node:timers/promises'
import { residentMemory } from '../../bench/resident-memory.ts'
import { PROVIDER_KEY, startProvider } from '../provider/calls.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { createRandom, type Random } from '../support/random.ts'
import { countBy, forEach, send, showCounts } from '../support/requests.ts'
import { type Service, startService, WIDE_LIMITS } from '../support/service.ts'
import { BODY_KINDS, RUN_KINDS } from './body-kinds.ts'
import { CONNECTION_KINDS } from './connection-kinds.ts'
import { type Exchange, exchange } from './exchange.ts'
import { filesWith } from './files-with.ts'
import { HEADER_AND_PATH_KINDS } from './header-and-path-kinds.ts'
import type { Aim, HostileKind, HostileRequest } from './hostile-request.ts'
import { type Fault, judge } from './judge.ts'
import { TOOL_KINDS, TOOL_RUN_KINDS } from './tool-kinds.ts'

const AT_ONCE = 24
const API_KEY = 'canary-api-key-93d2'
const WRONG_KEY = 'canary-wrong-key-5c1e'
const ROUTER_KEY = 'sk-canary-of-the-caller-08aa'
const CANARIES = [API_KEY, WRONG_KEY, ROUTER_KEY, PROVIDER_KEY]

/** Only one request in a hundred is a complete run, because these take most of the time. */
const RUNS_IN = 100
const FAULTS: Fault[] = [
  'answered 500',
  'error without a body',
  'error of another shape',
  'no X-Request-Id',
  'answer cut off',
  'no answer',
  'a key in the body',
  'a foreign host in the body',
]

interface Target {
  name: string
  service: Service
  folder: string
  memoryBefore: string
}

interface Seen {
  kind: string
  target: string
  request: HostileRequest
  exchange: Exchange
  faults: Fault[]
}

/** Sends thousands of invalid requests to both APIs, with and without keys, and checks the answers. */
export async function attackWithHostileRequests({
  requests,
  seed,
}: {
  requests: number
  seed: number
}): Promise<AttackReport> {
  const random = createRandom(seed)
  const provider = await startProvider()
  const open = { ...provider.environment, ...WIDE_LIMITS, TRUST_PROXY: '1' }
  const keyed = { ...open, API_KEYS: `tester:${API_KEY}`, LOCAL_AUTH: 'on', EMBEDDINGS_AUTH: 'on' }
  const targets = [await startTarget('without keys', open), await startTarget('with keys', keyed)]
  const kinds = Object.entries({
    ...CONNECTION_KINDS,
    ...HEADER_AND_PATH_KINDS,
    ...BODY_KINDS,
    ...TOOL_KINDS,
  })
  const runs = Object.entries({ ...RUN_KINDS, ...TOOL_RUN_KINDS })
  const seen: Seen[] = []
  const all = Array.from({ length: requests }, (_, place) => {
    const chosen = place % RUNS_IN === 0 ? runs : kinds
    return drawRequest(random, random.pick(chosen), random.pick(targets))
  })
  await forEach(all, AT_ONCE, async ({ kind, target, aim, request }) => {
    const { service } = target
    const port = Number(new URL(service[aim.api]).port)
    const came = await exchange(port, request)
    const faults = judge(request, came, CANARIES)
    seen.push({ kind, target: `${aim.api} ${target.name}`, request, exchange: came, faults })
  })
  // Wait for running work to end, garbage to be collected and logs to be written.
  await pause(5_000)
  const report = await reportOn(seen, targets)
  for (const { service } of targets) await service.end('SIGTERM')
  await provider.end()
  return report
}

async function startTarget(name: string, environment: Record<string, string>): Promise<Target> {
  const folder = dataFolder()
  const service = await startService({ ...environment, DATA_DIR: folder })
  return { name, service, folder, memoryBefore: residentMemory(service.pid) }
}

function drawRequest(random: Random, [kind, make]: [string, HostileKind], target: Target) {
  const keys: Array<Record<string, string>> = [
    {},
    { 'x-api-key': API_KEY },
    { Authorization: `Bearer ${API_KEY}` },
    { 'x-api-key': WRONG_KEY },
    { 'x-api-key': API_KEY, 'x-router-key': ROUTER_KEY },
  ]
  const aim: Aim = { api: random.pick(['edge', 'local']), keys: random.pick(keys) }
  return { kind, target, aim, request: make(random, aim) }
}

async function reportOn(seen: Seen[], targets: Target[]): Promise<AttackReport> {
  const answers = seen.flatMap((each) => each.exchange.answers.map(({ status }) => String(status)))
  const statuses = countBy(answers, (status) => status)
  const serverErrors = Object.fromEntries(Object.entries(statuses).filter(([status]) => status >= '500'))
  const output = targets.map(({ service }) => service.output()).join('\n')
  const found = {
    log: CANARIES.filter((canary) => output.includes(canary)),
    data: targets.flatMap(({ folder }) => filesWith(folder, CANARIES)),
  }
  const memory = targets.map(
    ({ service, memoryBefore }) => `${memoryBefore} → ${residentMemory(service.pid)}`,
  )
  const health = await Promise.all(
    targets.flatMap(({ service }) => [healthOf(service.edge), healthOf(service.local)]),
  )
  const figures = [
    { what: 'requests', value: `${seen.length} of ${new Set(seen.map(({ kind }) => kind)).size} kinds` },
    {
      what: 'processes alive',
      value: `${targets.filter(({ service }) => service.alive()).length} of ${targets.length}`,
    },
    { what: 'answers by status', value: showCounts(statuses) },
    { what: '5xx by status', value: showCounts(serverErrors) },
    ...FAULTS.map((fault) => ({ what: fault, value: showFault(seen, fault) })),
    { what: '500 in the service’s own count', value: showCounts(await countedFaults(targets)) },
    { what: 'keys in the log; in the data folder', value: `${found.log.length}; ${found.data.length}` },
    { what: 'unhandled rejections in the log', value: String(output.match(/unhandled/gi)?.length ?? 0) },
    { what: 'errors in the log', value: showCounts(loggedErrors(output)) },
    { what: 'memory before → after', value: memory.join('; ') },
    { what: 'health afterwards', value: showCounts(countBy(health, (text) => text)) },
  ]
  return { attack: 'hostile', figures, details: { examples: examplesOf(seen), found } }
}

/** The number of exchanges with a fault, by kind. */
function showFault(seen: Seen[], fault: Fault): string {
  const with_ = seen.filter(({ faults }) => faults.includes(fault))
  if (with_.length === 0) return '0'
  return `${with_.length} (${showCounts(countBy(with_, ({ kind }) => kind))})`
}

/** One example request with its answer for each kind of fault or server error. */
function examplesOf(seen: Seen[]) {
  const examples: Record<string, unknown> = {}
  for (const { kind, target, request, exchange: came, faults } of seen) {
    const errors = came.answers.filter(({ status }) => status >= 500).map(({ status }) => String(status))
    for (const fault of [...faults, ...errors])
      examples[`${fault}: ${kind}`] ??= {
        target,
        sent: request.steps.map((step) =>
          typeof step === 'number' ? `(${step} ms)` : step.toString('latin1').slice(0, 300),
        ),
        ending: came.ending,
        came: came.answers.map(({ status, headers, body }) => ({
          status,
          headers: Object.fromEntries(headers),
          body: body.slice(0, 300),
        })),
      }
  }
  return examples
}

/** Requests that the service has counted as internal errors, by route. */
async function countedFaults(targets: Target[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { service } of targets) {
    const { body } = await send(`${service.edge}/metrics`)
    for (const line of body.split('\n')) {
      if (!line.startsWith('svc_requests_total') || !line.includes('status="500"')) continue
      const route = /route="([^"]*)"/.exec(line)?.[1] ?? line
      counts[route] = (counts[route] ?? 0) + Number(line.split(' ').at(-1))
    }
  }
  return counts
}

function loggedErrors(output: string): Record<string, number> {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{') && /"level":"(error|fatal)"/.test(line))
  return countBy(lines, (line) => {
    const { msg, err } = JSON.parse(line)
    return err?.message === undefined ? msg : `${msg} (${err.message.slice(0, 60)})`
  })
}

async function healthOf(url: string): Promise<string> {
  const { status, body } = await send(`${url}/health`)
  return status === 200 ? JSON.parse(body).status : `status ${status}`
}
