import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  SpanKind as OtelSpanKind,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
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
import type { Span, SpanAttributes, SpanKind, Tracer } from '../../consensus/tracing.ts'

/** How long one attempt to send spans may take, and how long sending the last ones may delay a stop. */
const EXPORT_MS = 5_000
const LAST_EXPORT_MS = 2_000

const KINDS: Record<SpanKind, OtelSpanKind> = {
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  internal: OtelSpanKind.INTERNAL,
}

/** A tracer that sends what it records. */
export interface OtlpTracer extends Tracer {
  /** Sends what is left, if that is possible in a short time. */
  close(): Promise<void>
}

interface OtlpParts {
  /** The address of a collector that takes traces as OTLP over HTTP. */
  url: string
  service: { name: string; version: string }
  /** Called with the reason when spans begin to get lost, and with null when they are sent again. */
  onChange: (problem: string | null) => void
}

/** Sends spans to a collector in batches, in the background; what cannot be sent is dropped. */
export function createOtlpTracer({ url, service, onChange }: OtlpParts): OtlpTracer {
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
  const tracer = provider.getTracer(service.name, service.version)
  const propagator = new W3CTraceContextPropagator()
  const currentSpan = new AsyncLocalStorage<Span>()
  const outside = spanWithin(tracer, ROOT_CONTEXT)

  return {
    trace({ name, attributes, traceparent, tracestate }, work) {
      const carrier = { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) }
      const context = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
      const span = spanWithin(tracer, context).begin(name, attributes, 'server')
      return currentSpan.run(span, () => work(span))
    },
    current: () => currentSpan.getStore() ?? outside,
    async close() {
      const tooLong = new Promise<void>((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), tooLong])
    },
  }
}

/** A span as the service sees it; the one around all others is not recorded itself. */
function spanWithin(tracer: OtelTracer, context: Context, recorded = false): Span {
  const own = recorded ? trace.getSpan(context) : undefined
  const note = (attributes: SpanAttributes) => {
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined && value !== null) own?.setAttribute(name, value)
  }
  return {
    begin(name, attributes = {}, kind = 'internal') {
      const begun = tracer.startSpan(name, { kind: KINDS[kind] }, context)
      const span = spanWithin(tracer, trace.setSpan(context, begun), true)
      span.note(attributes)
      return span
    },
    note,
    rename: (name) => void own?.updateName(name),
    end(failure) {
      if (failure !== undefined) {
        own?.setAttribute('error.type', failure)
        own?.setStatus({ code: SpanStatusCode.ERROR })
      }
      own?.end()
    },
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
