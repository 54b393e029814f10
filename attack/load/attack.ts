import { setTimeout as pause } from 'node:timers/promises'
import { startProvider } from '../provider/calls.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { askHealth, type Latencies, probe } from '../support/latencies.ts'
import { ownFigures } from '../support/own-figures.ts'
import { showCounts } from '../support/requests.ts'
import { lineOf, ROOT, type Service, startProcess, startService, WIDE_LIMITS } from '../support/service.ts'

const CONNECTIONS = 500
const LOAD_MS = 20_000
const IDLE_MS = 4_000

/** Requests consensus on 500 connections at once, and measures what a liveness probe sees meanwhile. */
export async function attackByLoad(): Promise<AttackReport> {
  const provider = await startProvider()
  const service = await startService({
    ...provider.environment,
    ...WIDE_LIMITS,
    DATA_DIR: dataFolder(),
  })
  const idle = await probeHealth(service, AbortSignal.timeout(IDLE_MS))
  await ownFigures(service)
  const clients = startProcess(
    [
      process.execPath,
      '--import',
      'tsx',
      `${ROOT}attack/load/clients.ts`,
      service.edge,
      String(CONNECTIONS),
      String(LOAD_MS),
    ],
    { cwd: ROOT },
  )
  await lineOf(clients, 'begun')
  const loaded = AbortSignal.timeout(LOAD_MS)
  const health = probeHealth(service, loaded)
  await pause(LOAD_MS)
  const { lateP99Ms, lateMaxMs } = await ownFigures(service)
  await clients.gone
  const outcomes: Record<string, number> = JSON.parse(clients.output().trim().split('\n').at(-1) ?? '{}')
  const seen = await health
  await service.end('SIGTERM')
  await provider.end()
  const cut = Object.entries(outcomes).filter(([name]) => !/^\d/.test(name))
  const figures = [
    { what: 'consensus requests by outcome', value: showCounts(outcomes) },
    { what: 'neither answered nor refused', value: showCounts(Object.fromEntries(cut)) },
    { what: 'health on a new connection, idle', value: show(idle) },
    { what: 'health on a new connection, under load', value: show(seen) },
    { what: 'event loop late, p99 · max', value: `${lateP99Ms.toFixed(0)} ms · ${lateMaxMs.toFixed(0)} ms` },
  ]
  return { attack: 'load', figures, details: { outcomes, idle, loaded: seen } }
}

function probeHealth({ edge }: Service, signal: AbortSignal): Promise<Latencies> {
  return probe(() => askHealth(edge), { everyMs: 100, signal })
}

function show({ p50, p99, max, count, failed }: Latencies): string {
  const lost = failed === 0 ? '' : `, ${failed} failed`
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms of ${count}${lost}`
}
