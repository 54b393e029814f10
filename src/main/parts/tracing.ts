import type { Logger } from 'pino'
import type { Settings } from '../../config/settings.ts'
import { SOFTWARE_VERSION } from '../../contract/versions.ts'

/** Opens tracing if an endpoint for traces is set; otherwise nothing of it is loaded. */
export async function openTracing(settings: Settings, log: Logger) {
  const collector = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector === undefined) return null
  const { createOtlpTracer } = await import('../../adapters/telemetry/otlp-tracer.ts')
  return createOtlpTracer({
    url: `${collector.replace(/\/$/, '')}/v1/traces`,
    service: { name: settings.OTEL_SERVICE_NAME, version: SOFTWARE_VERSION },
    onChange(problem) {
      if (problem === null) log.info({}, 'traces are sent again')
      else log.warn({ reason: problem }, 'traces cannot be sent and are dropped; requests are not affected')
    },
  })
}
