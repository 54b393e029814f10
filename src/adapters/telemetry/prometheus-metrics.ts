import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PanelResult } from '../../consensus/panel-runner.ts'
import type { AuditOutcome } from '../../consensus/staged-runner.ts'
import type { TaskStatus } from '../../contract/local-consensus.ts'
import type { StructureName } from '../../contract/panel.ts'
import { type CallCost, ModelFailure } from '../../engine/index.ts'

const SHARES = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120]

/** Every metric of the service. Labels have few values: never a model name, a key or a path. */
export function createPrometheusMetrics(onFault: (error: unknown) => void) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ registers, name, help, labelNames })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ registers, name, help, buckets, labelNames })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ registers, name, help, labelNames })

  const requests = counter('svc_requests_total', 'Requests answered', 'method', 'route', 'status')
  const duration = histogram(
    'svc_consensus_duration_seconds',
    'Duration of consensus runs',
    SECONDS,
    'structure',
    'outcome',
  )
  const iterations = histogram(
    'svc_consensus_iterations',
    'Iterations used by consensus runs',
    [1, 2, 3, 4, 5, 6, 7, 10, 15, 20],
    'structure',
  )
  const divergence = histogram('svc_consensus_divergence', 'Divergence D of consensus runs', SHARES, 'stage')
  const stages = counter('svc_first_stages_total', 'First stages of panels', 'outcome')
  const audits = counter(
    'svc_audits_total',
    'Answers of first stages that all models were asked about',
    'outcome',
  )
  const modelCalls = counter('svc_model_calls_total', 'Model calls', 'provider', 'outcome')
  const modelLatency = histogram(
    'svc_model_latency_seconds',
    'Duration of answered model calls',
    SECONDS,
    'provider',
  )
  const tokens = counter('svc_model_tokens_total', 'Tokens of model calls', 'provider', 'kind')
  const costs = counter('svc_model_cost_usd_total', 'Known cost of model calls', 'provider')
  const lookups = counter('svc_cache_lookups_total', 'Lookups in the semantic cache', 'outcome')
  const entries = gauge('svc_cache_entries', 'Results kept')
  const entryBytes = gauge('svc_cache_bytes', 'Size of the results kept')
  const tasks = gauge('svc_tasks', 'Tasks kept', 'status')
  const problems = gauge('svc_problems', 'Problems of the storage, as /health lists them')
  const refused = counter('svc_rate_limited_total', 'Requests refused by a rate limit', 'window')
  const embedding = histogram(
    'svc_embedding_duration_seconds',
    'Time to embed one batch of texts',
    [0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
  )
  const embeddingLeft = gauge('svc_embedding_left', 'Texts still to be embedded after a change', 'subject')

  const observers = {
    requestEnd: (request: { method: string; route: string; status: number }) => requests.inc(request),
    embeddingLeft: (subject: 'axioms' | 'queries', left: number) => embeddingLeft.set({ subject }, left),
    requestRefused: (window: string) => refused.inc({ window }),
    consensusEnd(result: PanelResult, { structure }: { structure: StructureName }) {
      duration.observe({ structure, outcome: result.outcome }, result.usage.duration_ms / 1000)
      iterations.observe({ structure }, result.entries.length)
      divergence.observe({ stage: 'initial' }, result.initialDivergence)
      divergence.observe({ stage: 'final' }, result.finalDivergence)
    },
    stageEnd: (outcome: 'accepted' | 'passed_on') => stages.inc({ outcome }),
    auditEnd: (outcome: AuditOutcome) => audits.inc({ outcome }),
    modelCallEnd(provider: string, error: unknown, spent: CallCost | null) {
      const outcome = error === null ? 'answered' : error instanceof ModelFailure ? error.code : 'failed'
      modelCalls.inc({ provider, outcome })
      if (error === null) modelLatency.observe({ provider }, (spent?.latencyMs ?? 0) / 1000)
      tokens.inc({ provider, kind: 'prompt' }, spent?.promptTokens ?? 0)
      tokens.inc({ provider, kind: 'completion' }, spent?.completionTokens ?? 0)
      costs.inc({ provider }, spent?.costUsd ?? 0)
    },
    cacheLookup: (outcome: string) => lookups.inc({ outcome }),
    cacheSize(size: { entries: number; bytes: number }) {
      entries.set(size.entries)
      entryBytes.set(size.bytes)
    },
    tasksKept(counts: Record<TaskStatus, number>) {
      for (const [status, count] of Object.entries(counts)) tasks.set({ status }, count)
    },
    problemsFound: (count: number) => problems.set(count),
    embeddingEnd: (durationMs: number) => embedding.observe(durationMs / 1000),
  }
  return {
    ...quietObserver(observers, onFault),
    async expose() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

type Observer = { [name: string]: (...parts: never[]) => void }

/** An observer whose errors are reported and not thrown: counting must never break what is counted. */
export function quietObserver<Watching extends Observer>(
  observer: Watching,
  onFault: (error: unknown) => void,
): Watching {
  const quiet = Object.entries(observer).map(([name, observe]) => [
    name,
    (...parts: never[]) => {
      try {
        observe(...parts)
      } catch (error) {
        onFault(error)
      }
    },
  ])
  return Object.fromEntries(quiet)
}
