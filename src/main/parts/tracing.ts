import type { Logger } from 'pino'
import type { Settings } from '../../config/settings.ts'
import { SOFTWARE_VERSION } from '../../contract/versions.ts'

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
