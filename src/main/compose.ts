import type { Logger } from 'pino'
import { createSandbox } from '../adapters/sandbox/sandbox.ts'
import type { GuardOptions } from '../adapters/search/pages/request-guarded.ts'
import type { Settings } from '../config/settings.ts'
import { openApis } from './parts/apis.ts'
import { openAxioms } from './parts/axioms.ts'
import { openEmbedding } from './parts/embedding.ts'
import { type Assets, openMetrics, openTracing, readAssets } from './parts/node-parts.ts'
import { openRuns, openTasks } from './parts/runs.ts'
import { createRuntime, type Runtime } from './parts/runtime.ts'
import { openSearch } from './parts/search.ts'
import { openParts, sweepOf } from './parts/service.ts'
import { openSqliteStorage, type Storage } from './parts/storage.ts'
import { keyWarnings } from './start-report.ts'

/** Expired data are deleted at the start and once a minute. */
const SWEEP_MS = 60_000

export type Service = Awaited<ReturnType<typeof composeService>>

interface ServiceOptions {
  assets?: Assets
  operatorToken?: string | null
  /** Whether others can reach it; else nobody sees its pages and its metrics. */
  isServed?: boolean
  /** Where the pages of a made-up web are, for tests. */
  web?: GuardOptions
}

/** Opens every part of the service and connects them; each part chooses the adapters for its ports. */
export async function composeService(
  settings: Settings,
  log: Logger,
  { assets: given, operatorToken = null, isServed = true, web }: ServiceOptions = {},
) {
  const endTracing = await openTracing(settings, log)
  const metrics = isServed ? await openMetrics(log) : ignoring<Runtime['metrics']>()
  const loadHttp = async () => (await import('../adapters/models/providers/open-response.ts')).openResponse
  const runtime = createRuntime(settings, log, metrics, { loadHttp })
  // First, because a start that fails mostly fails here, and should not take long.
  const storage = await openStorage(runtime)
  const assets = given ?? (await readAssets({ hasPages: isServed }))
  const embedding = await openEmbedding(runtime, assets)
  const axioms = await openAxioms(runtime, { assets, storage, embedding })
  const sandbox = createSandbox({ isOn: settings.RUN_CODE !== 'off' })
  const findPages = await openSearch(runtime, embedding, web)
  const opened = await openParts(runtime, { assets, storage, embedding, axioms, sandbox, findPages })
  const { router, defaultPanel } = opened
  const runs = openRuns(runtime, opened)
  const tasks = openTasks(runtime, storage.tasks, runs.runner)
  const apis = openApis(runtime, { ...opened, ...runs, operatorToken })
  const sweep = sweepOf(runtime, opened)
  void sweep()
  const sweeping = setInterval(sweep, SWEEP_MS).unref()
  storage.logProblems()

  return {
    edge: apis.edge(),
    local: apis.local(tasks),
    welcomeRequests: apis.welcomeRequests,
    refuseRequests: apis.refuseRequests,
    tasks,
    router: apis.routerFor(null),
    isOffline: router.servers(null).length === 0,
    defaultModels: defaultPanel.modelsFor(null),
    storedConnections: opened.connected.stored(),
    panelWarnings: [...defaultPanel.warnings, ...keyWarnings(settings, router)],
    onConnection: runtime.turns.onConnection,
    /** Ends the runs that are still under way; their callers get 503 with Retry-After. */
    endRuns: () => runtime.runs.abort(),
    async close() {
      runtime.background.abort()
      clearInterval(sweeping)
      sandbox.close()
      await storage.close()
      await endTracing()
    },
  }
}

async function openStorage(runtime: Runtime): Promise<Storage> {
  const { DATABASE_URL } = runtime.settings
  if (DATABASE_URL === undefined) return openSqliteStorage(runtime)
  // Loaded only here, because most who try the service do not need PostgreSQL.
  const { openPostgresStorage } = await import('./parts/postgres-storage.ts')
  return openPostgresStorage(runtime, DATABASE_URL)
}

/** An observer or a log that nobody reads: whatever it is told, it forgets. */
export function ignoring<Observer extends object>(): Observer {
  return new Proxy({}, { get: () => () => {} }) as Observer
}
