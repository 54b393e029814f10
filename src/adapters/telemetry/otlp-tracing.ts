import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/** How long one attempt to send spans may take, and how long sending the last ones may delay a stop. */
const EXPORT_MS = 5_000
const LAST_EXPORT_MS = 2_000

interface OtlpParts {
  url: string
  service: { name: string; version: string }
  /** Called with the reason when spans begin to get lost, and with null when they are sent again. */
  onChange: (problem: string | null) => void
}

/** Sends spans to a collector in the background; what cannot be sent is dropped. Returns what ends it in a short time. */
export function startOtlpTracing({ url, service, onChange }: OtlpParts): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version }),
    // A caller that does not record its trace spares us ours.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watched(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }), onChange),
      }),
    ],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return async () => {
    for (const api of [trace, context, propagation]) api.disable()
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref())
    await Promise.race([provider.shutdown().catch(() => {}), tooLong])
  }
}

/** An exporter that tells when it begins and ceases to fail; the library would say so after every batch. */
function watched(exporter: OTLPTraceExporter, onChange: OtlpParts['onChange']): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        const failed = code === ExportResultCode.FAILED
        if (failed !== isFailing) onChange(failed ? (error?.message ?? 'unknown reason') : null)
        isFailing = failed
        done({ code: ExportResultCode.SUCCESS })
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
