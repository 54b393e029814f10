import { createPrometheusMetrics } from '../../src/adapters/telemetry/prometheus-metrics.ts'
import type { PanelResult } from '../../src/consensus/panel-runner.ts'
import { TaskStatus } from '../../src/contract/local-consensus.ts'

/** The labels of each metric, with the values that were seen. */
export type ExposedMetrics = Map<string, Map<string, Set<string>>>

/** Prometheus adds these to every metric that it scrapes. */
const SCRAPED = ['job', 'instance']

/** Every metric of the service as Prometheus would store it, after one event of each kind. */
export async function exposedMetrics(): Promise<ExposedMetrics> {
  const metrics = createPrometheusMetrics((error) => {
    throw error
  })
  metrics.requestEnd({ method: 'GET', route: '/', status: 200 })
  metrics.requestRefused('minute')
  metrics.embeddingLeft('axioms', 1)
  metrics.consensusEnd(
    {
      outcome: 'consensus',
      usage: { duration_ms: 1 },
      entries: [],
      initialDivergence: 0,
      finalDivergence: 0,
    } as unknown as PanelResult,
    { structure: 'sonata' },
  )
  metrics.stageEnd('accepted')
  metrics.auditEnd('agreed')
  metrics.modelCallEnd('openrouter', null, null)
  metrics.cacheLookup('hit')
  metrics.cacheSize({ entries: 1, bytes: 1 })
  metrics.tasksKept(
    Object.fromEntries(TaskStatus.options.map((status) => [status, 1])) as Record<TaskStatus, number>,
  )
  metrics.problemsFound(0)
  metrics.embeddingEnd(1)
  return readMetrics((await metrics.expose()).text)
}

/** Reads the text format of Prometheus. */
function readMetrics(text: string): ExposedMetrics {
  const found: ExposedMetrics = new Map([['up', labelsOf('')]])
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === undefined) continue
    const known = found.get(name) ?? new Map()
    for (const [label, values] of labelsOf(labels))
      known.set(label, new Set([...(known.get(label) ?? []), ...values]))
    found.set(name, known)
  }
  return found
}

function labelsOf(text: string): Map<string, Set<string>> {
  const own = [...text.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!] as const)
  return new Map([
    ...SCRAPED.map((label) => [label, new Set<string>()] as const),
    ...own.map(([label, value]) => [label, new Set([value])] as const),
  ])
}
