import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { askHealth, type Latencies, probe } from '../support/latencies.ts'
import { send, showCounts } from '../support/requests.ts'
import { lineOf, ROOT, type Service, startProcess, startService } from '../support/service.ts'
import { COSTLY_REQUESTS } from './costly-requests.ts'

const ATTACK_MS = 8_000
const IDLE_MS = 4_000

/** A question that the provider and the built-in voices answer identically. */
const CACHED = { query: 'What is 17 + 25?', models: [SEATS.steady, SEATS.contrary] }

interface Watched {
  health: Latencies
  cached: Latencies
}

interface Measured {
  name: string
  outcomes: Record<string, number>
  idle: Watched
  attacked: Watched
}

/** Sends each expensive request at the maximum rate of one caller, and measures how it affects others. */
export async function attackBySlowPaths(): Promise<AttackReport> {
  const provider = await startProvider()
  const measured: Measured[] = []
  for (const [place, { name, offline }] of COSTLY_REQUESTS.entries()) {
    const environment = offline ? { ROUTER: 'offline' } : provider.environment
    measured.push({ name, ...(await measure(place, environment)) })
  }
  await provider.end()
  const figures = measured.flatMap(({ name, outcomes, idle, attacked }) => [
    { what: `${name}: answers`, value: showCounts(outcomes) },
    { what: `${name}: health for others, p50 · p95 · max`, value: compare(attacked.health, idle.health) },
    { what: `${name}: cached question of others`, value: compare(attacked.cached, idle.cached) },
  ])
  return { attack: 'slow-paths', figures, details: { measured } }
}

/** Sends one expensive request to a new service, so that no work is left over from the previous one. */
async function measure(place: number, environment: Record<string, string>): Promise<Omit<Measured, 'name'>> {
  const service = await startService({ ...environment, TRUST_PROXY: '1', DATA_DIR: dataFolder() })
  // The first request computes the answer; from then on it is cached.
  await send(`${service.edge}/consensus-iterative`, { body: CACHED })
  const idle = await watch(service, IDLE_MS)
  const storm = startProcess(
    [
      process.execPath,
      '--import',
      'tsx',
      `${ROOT}attack/slow-paths/storm.ts`,
      String(place),
      service.edge,
      service.local,
      String(ATTACK_MS),
    ],
    { cwd: ROOT },
  )
  await lineOf(storm, 'begun')
  const attacked = await watch(service, ATTACK_MS)
  await storm.gone
  await service.end('SIGKILL')
  return { outcomes: JSON.parse(storm.output().trim().split('\n').at(-1) ?? '{}'), idle, attacked }
}

/** What other callers experience for a while: health, and a cached question. */
async function watch({ edge }: Service, forMs: number): Promise<Watched> {
  const signal = AbortSignal.timeout(forMs)
  const askCached = (number: number) =>
    send(`${edge}/consensus-iterative`, {
      body: CACHED,
      // Each from a different address, so that the rate limit does not apply.
      headers: { 'x-forwarded-for': `192.0.2.${number % 250}` },
    })
  const [health, cached] = await Promise.all([
    probe(() => askHealth(edge), { everyMs: 50, signal }),
    probe(askCached, { everyMs: 250, signal }),
  ])
  return { health, cached }
}

function compare(attacked: Latencies, idle: Latencies): string {
  const shares = ['p50', 'p95', 'max'] as const
  const times = shares.map((share) => `${(attacked[share] / idle[share]).toFixed(1)}×`)
  const milliseconds = shares.map((share) => attacked[share].toFixed(0))
  const failed = attacked.failed === 0 ? '' : `; ${attacked.failed} of ${attacked.count} failed`
  return `${milliseconds.join(' · ')} ms, ${times.join(' · ')} idle${failed}`
}
