import { setTimeout as pause } from 'node:timers/promises'
import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { askHealth, type Latencies, probe } from '../support/latencies.ts'
import { countBy, send, showCounts } from '../support/requests.ts'
import { type Service, startService } from '../support/service.ts'
import { costlyRequests } from './costly-requests.ts'

const A_SECOND = 10
const ATTACK_MS = 8_000
const IDLE_MS = 4_000
/** How long the service may take to come to rest before the next attack; then it is started anew. */
const REST_MS = 20_000

/** A question that the provider and the built-in voices answer alike. */
const CACHED = { query: 'What is 17 + 25?', models: [SEATS.steady, SEATS.contrary] }

interface Measured {
  name: string
  statuses: Record<string, number>
  idle: Watched
  attacked: Watched
}

interface Watched {
  health: Latencies
  cached: Latencies
}

/** Sends each costly request at the rate one caller is allowed, and measures what another caller notices. */
export async function attackBySlowPaths(): Promise<AttackReport> {
  const provider = await startProvider()
  const environments = { online: provider.environment, offline: { ROUTER: 'offline' } }
  const measured: Measured[] = []
  for (const [place, { name }] of costlyRequests(0).entries()) {
    // A service of its own for each, so that none inherits the work of the one before.
    const environment = name.includes('offline') ? environments.offline : environments.online
    const settings = { ...environment, TRUST_PROXY: '1', DATA_DIR: await dataFolder() }
    const service = await startService(settings)
    await send(`${service.edge}/consensus-iterative`, { body: CACHED })
    const idle = await watch(service, 1, IDLE_MS, async () => {})
    const statuses: Record<string, number> = {}
    const attacked = await watch(service, 2, ATTACK_MS, async (signal) => {
      Object.assign(statuses, await storm(service, place, signal))
    })
    measured.push({ name, statuses, idle, attacked })
    await service.end('SIGKILL')
  }
  await provider.end()
  const figures = measured.flatMap(({ name, statuses, idle, attacked }) => [
    { what: `${name}: answers`, value: showCounts(statuses) },
    { what: `${name}: health of another, p50 · p95 · max`, value: compare(attacked.health, idle.health) },
    { what: `${name}: cached question of another`, value: compare(attacked.cached, idle.cached) },
  ])
  return { attack: 'slow-paths', figures, details: { measured } }
}

/** What another caller sees of the service while something goes on; the address decides whose limits count. */
async function watch(
  service: Service,
  address: number,
  forMs: number,
  meanwhile: (signal: AbortSignal) => Promise<void>,
): Promise<Watched> {
  const signal = AbortSignal.timeout(forMs)
  const headers = { 'x-forwarded-for': `192.0.2.${address}` }
  const askCached = () => send(`${service.edge}/consensus-iterative`, { body: CACHED, headers })
  const [health, cached] = await Promise.all([
    probe(() => askHealth(service.edge), { everyMs: 50, signal }),
    probe(askCached, { everyMs: 250, signal }),
    meanwhile(signal),
  ])
  return { health, cached }
}

/** Sends one costly request after another without waiting, until the time is over; what is under way then is left. */
async function storm(service: Service, place: number, signal: AbortSignal): Promise<Record<string, number>> {
  const leave = new AbortController()
  const underWay: Array<ReturnType<typeof send>> = []
  const startedAt = performance.now()
  for (let number = 0; !signal.aborted; number++) {
    const { api, path, body } = costlyRequests(number)[place]!
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    underWay.push(send(`${service[api]}${path}`, { body, headers, signal: leave.signal }))
    await pause(startedAt + ((number + 1) * 1_000) / A_SECOND - performance.now())
  }
  await Promise.race([Promise.all(underWay), pause(REST_MS)])
  leave.abort()
  const answers = await Promise.all(underWay)
  return countBy(answers, ({ status, fault }) => (status === null ? `unanswered (${fault})` : String(status)))
}

function compare(attacked: Latencies, idle: Latencies): string {
  const times = (share: 'p50' | 'p95' | 'max') => `${(attacked[share] / idle[share]).toFixed(1)}×`
  const ms = (share: 'p50' | 'p95' | 'max') => attacked[share].toFixed(0)
  const failed = attacked.failed === 0 ? '' : `, ${attacked.failed} failed`
  return `${ms('p50')} · ${ms('p95')} · ${ms('max')} ms, ${times('p50')} · ${times('p95')} · ${times('max')} idle${failed}`
}
