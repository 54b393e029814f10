import type { Logger } from 'pino'
import type { Settings } from '../config/settings.ts'
import { openApis } from './parts/apis.ts'
import { type Assets, readAssets } from './parts/assets.ts'
import { openAxioms } from './parts/axioms.ts'
import { openCache } from './parts/cache.ts'
import { openCatalogue } from './parts/catalogue.ts'
import { openConsensus } from './parts/consensus.ts'
import { openCosts } from './parts/costs.ts'
import { openEmbedding } from './parts/embedding.ts'
import { openModels } from './parts/models.ts'
import { openStorage } from './parts/open-storage.ts'
import { openPanels } from './parts/panels.ts'
import { createRuntime } from './parts/runtime.ts'
import { startSweeps } from './parts/sweeps.ts'
import { openTasks } from './parts/tasks.ts'
import { openTracing } from './parts/tracing.ts'

/** The whole service, not yet listening. */
export type Service = Awaited<ReturnType<typeof composeService>>

/** Opens every part of the service and connects them; each part chooses the adapters for its ports. */
export async function composeService(settings: Settings, log: Logger, given?: Assets) {
  const tracing = await openTracing(settings, log)
  const runtime = createRuntime(settings, log, tracing.tracer)
  // First, because a start that fails mostly fails here, and should not take long.
  const storage = await openStorage(runtime)
  const assets = given ?? (await readAssets())
  const embedding = await openEmbedding(runtime, assets)
  const axioms = await openAxioms(runtime, { assets, storage, embedding })
  const cache = await openCache(runtime, { assets, storage, embedding })
  const catalogue = openCatalogue(runtime)
  const router = openModels(runtime, axioms, catalogue)
  const routerFor = (routerKey: string | null) => router.connect(routerKey).servedBy('openrouter')
  const runner = openPanels(runtime, {
    assets,
    storage,
    embedding,
    axioms,
    router,
    catalogue,
  })
  const costs = openCosts(runtime, { runner, catalogue })
  const consensus = openConsensus(runtime, { storage, cache, runner, costs })
  const tasks = openTasks(runtime, { storage, runner })
  const apis = openApis(runtime, {
    assets,
    storage,
    embedding,
    axioms,
    cache,
    consensus,
    costs,
    tasks,
    catalogue,
    routerFor,
  })
  const stopSweeps = startSweeps(runtime, { storage, embedding, cache })
  storage.logProblems()

  return {
    ...apis,
    tasks,
    router: routerFor(null),
    onConnection: runtime.turns.onConnection,
    /** Ends the runs that are still under way; their callers get 503 with Retry-After. */
    endRuns: () => runtime.runs.abort(),
    async close() {
      runtime.background.abort()
      stopSweeps()
      await storage.close()
      await tracing.close()
    },
  }
}
