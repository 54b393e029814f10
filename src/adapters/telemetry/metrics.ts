import type { PanelResult } from '../../consensus/panel-runner.ts'
import type { AuditOutcome } from '../../consensus/staged-runner.ts'
import type { TaskStatus } from '../../contract/local-consensus.ts'
import type { StructureName } from '../../contract/panel.ts'
import { type CallCost, ModelFailure } from '../../engine/index.ts'

const SHARES = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120]

export interface Metric {
  kind: 'counter' | 'histogram' | 'gauge'
  name: string
  help: string
  labels: string[]
  buckets: number[]
}

const unbounded =
  (kind: 'counter' | 'gauge') =>
  (name: string, help: string, ...labels: string[]): Metric => ({ kind, name, help, labels, buckets: [] })
const [counter, gauge] = [unbounded('counter'), unbounded('gauge')]
const histogram = (name: string, help: string, buckets: number[], ...labels: string[]): Metric => ({
  ...{ kind: 'histogram', name, help, labels, buckets },
})

/** Every metric of the service. Labels have few values: never a model name, a key or a path. */
export const METRICS = {
  requests: counter('svc_requests_total', 'Requests answered', 'method', 'route', 'status'),
  duration: histogram(
    'svc_consensus_duration_seconds',
    'Duration of consensus runs',
    SECONDS,
    'structure',
    'outcome',
  ),
  iterations: histogram(
    'svc_consensus_iterations',
    'Iterations used by consensus runs',
    [1, 2, 3, 4, 5, 6, 7, 10, 15, 20],
    'structure',
  ),
  divergence: histogram('svc_consensus_divergence', 'Divergence D of consensus runs', SHARES, 'stage'),
  stages: counter('svc_first_stages_total', 'First stages of panels', 'outcome'),
  audits: counter('svc_audits_total', 'Answers of first stages that all models were asked about', 'outcome'),
  modelCalls: counter('svc_model_calls_total', 'Model calls', 'provider', 'outcome'),
  modelLatency: histogram(
    'svc_model_latency_seconds',
    'Duration of answered model calls',
    SECONDS,
    'provider',
  ),
  tokens: counter('svc_model_tokens_total', 'Tokens of model calls', 'provider', 'kind'),
  costs: counter('svc_model_cost_usd_total', 'Known cost of model calls', 'provider'),
  lookups: counter('svc_cache_lookups_total', 'Lookups in the semantic cache', 'outcome'),
  entries: gauge('svc_cache_entries', 'Results kept'),
  entryBytes: gauge('svc_cache_bytes', 'Size of the results kept'),
  tasks: gauge('svc_tasks', 'Tasks kept', 'status'),
  problems: gauge('svc_problems', 'Problems of the storage, as /health lists them'),
  refused: counter('svc_rate_limited_total', 'Requests refused by a rate limit', 'window'),
  embedding: histogram(
    'svc_embedding_duration_seconds',
    'Time to embed one batch of texts',
    [0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
  ),
  embeddingLeft: gauge('svc_embedding_left', 'Texts still to be embedded after a change', 'subject'),
}

/** Adds to a counter, observes for a histogram or sets a gauge. */
export type Measured = (metric: Metric, labels: Record<string, string | number>, value: number) => void

/** What the parts of the service tell of what they do. */
export function createObservers(measured: Measured) {
  const one = (metric: Metric, labels = {}) => measured(metric, labels, 1)
  return {
    requestEnd: (request: { method: string; route: string; status: number }) =>
      one(METRICS.requests, request),
    embeddingLeft: (subject: 'axioms' | 'queries', left: number) =>
      measured(METRICS.embeddingLeft, { subject }, left),
    requestRefused: (window: string) => one(METRICS.refused, { window }),
    consensusEnd(result: PanelResult, { structure }: { structure: StructureName }) {
      const { outcome, usage } = result
      measured(METRICS.duration, { structure, outcome }, usage.duration_ms / 1000)
      measured(METRICS.iterations, { structure }, result.entries.length)
      measured(METRICS.divergence, { stage: 'initial' }, result.initialDivergence)
      measured(METRICS.divergence, { stage: 'final' }, result.finalDivergence)
    },
    stageEnd: (outcome: 'accepted' | 'passed_on') => one(METRICS.stages, { outcome }),
    auditEnd: (outcome: AuditOutcome) => one(METRICS.audits, { outcome }),
    modelCallEnd(provider: string, error: unknown, spent: CallCost | null) {
      const outcome = error === null ? 'answered' : error instanceof ModelFailure ? error.code : 'failed'
      one(METRICS.modelCalls, { provider, outcome })
      if (error === null) measured(METRICS.modelLatency, { provider }, (spent?.latencyMs ?? 0) / 1000)
      measured(METRICS.tokens, { provider, kind: 'prompt' }, spent?.promptTokens ?? 0)
      measured(METRICS.tokens, { provider, kind: 'completion' }, spent?.completionTokens ?? 0)
      measured(METRICS.costs, { provider }, spent?.costUsd ?? 0)
    },
    cacheLookup: (outcome: string) => one(METRICS.lookups, { outcome }),
    cacheSize(size: { entries: number; bytes: number }) {
      measured(METRICS.entries, {}, size.entries)
      measured(METRICS.entryBytes, {}, size.bytes)
    },
    tasksKept(counts: Record<TaskStatus, number>) {
      for (const [status, count] of Object.entries(counts)) measured(METRICS.tasks, { status }, count)
    },
    problemsFound: (count: number) => measured(METRICS.problems, {}, count),
    embeddingEnd: (durationMs: number) => measured(METRICS.embedding, {}, durationMs / 1000),
  }
}
