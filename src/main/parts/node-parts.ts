import type { Logger } from 'pino'
import { assetFolders, readSameQuestion } from '../../adapters/assets/data-files.ts'
import { readPage } from '../../adapters/assets/page-files.ts'
import { readPanelAssets } from '../../adapters/assets/panel-assets.ts'
import type { Settings } from '../../config/settings.ts'
import { SOFTWARE_VERSION } from '../../contract/versions.ts'
import type { Metrics } from './runtime.ts'

/** Loaded only by a service that others can reach, as the pages are read only by one. */
export async function openMetrics(log: Logger): Promise<Metrics> {
  const { createPrometheusMetrics } = await import('../../adapters/telemetry/prometheus-metrics.ts')
  return createPrometheusMetrics((error) => log.error({ err: error }, 'a metric could not be recorded'))
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
