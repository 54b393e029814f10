import cluster from 'node:cluster'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PanelResult } from '../../consensus/panel-runner.ts'
import type { TaskStatus } from '../../contract/local-consensus.ts'
import type { StructureName } from '../../contract/panel.ts'
import { ModelFailure } from '../../engine/index.ts'
import { quietObserver } from './quiet-observer.ts'
import { createSharedMetrics } from './worker-metrics.ts'

interface ModelCallEnd {
  servedBy: string
  error: unknown
  latencyMs?: number
  promptTokens?: number
  completionTokens?: number
  costUsd?: number | null
}

/** Every metric of the service. Labels have few values: never a model name, a key or a path. */
export function createPrometheusMetrics(onFault: (error: unknown) => void) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const shares = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
  const seconds = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120]

  const requests = new Counter({
    registers,
    name: 'svc_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
  })
  const duration = new Histogram({
    registers,
    name: 'svc_consensus_duration_seconds',
    help: 'Duration of consensus runs',
    labelNames: ['structure', 'outcome'],
    buckets: seconds,
  })
  const iterations = new Histogram({
    registers,
    name: 'svc_consensus_iterations',
    help: 'Iterations used by consensus runs',
    labelNames: ['structure'],
    buckets: [1, 2, 3, 4, 5, 6, 7, 10, 15, 20],
  })
  const divergence = new Histogram({
    registers,
    name: 'svc_consensus_divergence',
    help: 'Divergence D of consensus runs, initial and final',
    labelNames: ['stage'],
    buckets: shares,
  })
  const modelCalls = new Counter({
    registers,
    name: 'svc_model_calls_total',
    help: 'Model calls',
    labelNames: ['provider', 'outcome'],
  })
  const modelLatency = new Histogram({
    registers,
    name: 'svc_model_latency_seconds',
    help: 'Duration of answered model calls',
    labelNames: ['provider'],
    buckets: seconds,
  })
  const tokens = new Counter({
    registers,
    name: 'svc_model_tokens_total',
    help: 'Tokens sent to and received from models',
    labelNames: ['provider', 'kind'],
  })
  const cost = new Counter({
    registers,
    name: 'svc_model_cost_usd_total',
    help: 'Cost of model calls in US dollars, as far as it is known',
    labelNames: ['provider'],
  })
  const lookups = new Counter({
    registers,
    name: 'svc_cache_lookups_total',
    help: 'Lookups in the semantic cache',
    labelNames: ['outcome'],
  })
  // What workers share is not added up.
  const aggregator = 'max' as const
  const entries = new Gauge({ registers, name: 'svc_cache_entries', help: 'Results kept', aggregator })
  const entryBytes = new Gauge({
    registers,
    name: 'svc_cache_bytes',
    help: 'Size of the results kept',
    aggregator,
  })
  const tasks = new Gauge({
    registers,
    name: 'svc_tasks',
    help: 'Tasks kept',
    labelNames: ['status'],
    aggregator,
  })
  const problems = new Gauge({
    registers,
    name: 'svc_problems',
    help: 'Problems of the storage that an operator has to fix, as /health lists them',
    aggregator,
  })
  const refused = new Counter({
    registers,
    name: 'svc_rate_limited_total',
    help: 'Requests refused by a rate limit',
    labelNames: ['window'],
  })
  const embedding = new Histogram({
    registers,
    name: 'svc_embedding_duration_seconds',
    help: 'Time to embed one batch of texts',
    buckets: [0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
  })

  const embeddingLeft = new Gauge({
    registers,
    name: 'svc_embedding_left',
    help: 'Texts still to be embedded after a change of the embedding model or the axioms',
    labelNames: ['subject'],
  })

  const observers = {
    requestEnd(request: { method: string; route: string; status: number }) {
      requests.inc(request)
    },
    embeddingLeft(subject: 'axioms' | 'queries', left: number) {
      embeddingLeft.set({ subject }, left)
    },
    requestRefused(window: string) {
      refused.inc({ window })
    },
    consensusEnd(result: PanelResult, { structure }: { structure: StructureName }) {
      duration.observe({ structure, outcome: result.outcome }, result.usage.duration_ms / 1000)
      iterations.observe({ structure }, result.entries.length)
      divergence.observe({ stage: 'initial' }, result.initialDivergence)
      divergence.observe({ stage: 'final' }, result.finalDivergence)
    },
    modelCallEnd({ servedBy, error, latencyMs, promptTokens, completionTokens, costUsd }: ModelCallEnd) {
      const provider = servedBy
      const outcome = error === null ? 'answered' : error instanceof ModelFailure ? error.code : 'failed'
      modelCalls.inc({ provider, outcome })
      if (error === null) modelLatency.observe({ provider }, (latencyMs ?? 0) / 1000)
      tokens.inc({ provider, kind: 'prompt' }, promptTokens ?? 0)
      tokens.inc({ provider, kind: 'completion' }, completionTokens ?? 0)
      cost.inc({ provider }, costUsd ?? 0)
    },
    cacheLookup(outcome: string) {
      lookups.inc({ outcome })
    },
    cacheSize(size: { entries: number; bytes: number }) {
      entries.set(size.entries)
      entryBytes.set(size.bytes)
    },
    tasksKept(counts: Record<TaskStatus, number>) {
      for (const [status, count] of Object.entries(counts)) tasks.set({ status }, count)
    },
    problemsFound(count: number) {
      problems.set(count)
    },
    embeddingEnd(durationMs: number) {
      embedding.observe(durationMs / 1000)
    },
  }
  const read = cluster.isWorker ? createSharedMetrics(registry) : () => registry.metrics()
  return {
    ...quietObserver(observers, onFault),
    async expose() {
      return { contentType: registry.contentType, text: await read() }
    },
  }
}
