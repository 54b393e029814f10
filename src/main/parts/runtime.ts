import { hash, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { assetFolders, readSameQuestion } from '../../adapters/assets/data-files.ts'
import { readPage } from '../../adapters/assets/page-files.ts'
import { readPanelAssets } from '../../adapters/assets/panel-assets.ts'
import { createFairTurns } from '../../adapters/scheduling/fair-turns.ts'
import type { createPrometheusMetrics } from '../../adapters/telemetry/prometheus-metrics.ts'
import type { Settings } from '../../config/settings.ts'
import { SOFTWARE_VERSION } from '../../contract/versions.ts'

export type Runtime = ReturnType<typeof createRuntime>

type Metrics = ReturnType<typeof createPrometheusMetrics>

export const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Creates what every part of the service is given: settings, log, metrics, clocks, turns and signals that end work. */
export function createRuntime(
  settings: Settings,
  log: Logger,
  metrics: Metrics,
  newId: () => string = () => randomUUID(),
) {
  // Unlike Date.now() it never jumps back.
  const now = () => performance.timeOrigin + performance.now()
  return {
    settings,
    log,
    metrics,
    now,
    wallClock: () => Date.now(),
    newId,
    sha256: (text: string) => hash('sha256', text, 'buffer'),
    turns: createFairTurns({ now, nextTurn: setImmediate }),
    /** Aborted to end background work, such as embedding. */
    background: manyListeners(),
    /** Aborted to end the runs that are still under way. */
    runs: manyListeners(),
  }
}

/** Loaded only by a service that others can reach, as the pages are read only by one. */
export async function openMetrics(log: Logger): Promise<Metrics> {
  const { createPrometheusMetrics } = await import('../../adapters/telemetry/prometheus-metrics.ts')
  return createPrometheusMetrics((error) => log.error({ err: error }, 'a metric could not be recorded'))
}

/** A controller to whose signal every run may listen: that is not a leak. */
function manyListeners(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

export type Assets = Awaited<ReturnType<typeof readAssets>>

/** Reads the axioms, the built-in models and everything that was fitted on recorded data. */
export async function readAssets({ hasPages = true } = {}) {
  const folders = assetFolders()
  const panel = await readPanelAssets(folders)
  return {
    ...panel,
    sameQuestion: readSameQuestion(folders.data),
    playground: hasPages ? readPage(folders.playground) : null,
    docs: hasPages ? readPage(folders.docs) : null,
  }
}

/** Sends traces if an endpoint for them is set, and returns what ends that; otherwise nothing of it is loaded. */
export async function openTracing(settings: Settings, log: Logger): Promise<() => Promise<void>> {
  const collector = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector === undefined) return async () => {}
  const { startOtlpTracing } = await import('../../adapters/telemetry/otlp-tracing.ts')
  return startOtlpTracing({
    url: `${collector.replace(/\/$/, '')}/v1/traces`,
    service: { name: settings.OTEL_SERVICE_NAME, version: SOFTWARE_VERSION },
    onChange(problem) {
      if (problem === null) log.info({}, 'traces are sent again')
      else log.warn({ reason: problem }, 'traces cannot be sent and are dropped; requests are not affected')
    },
  })
}
