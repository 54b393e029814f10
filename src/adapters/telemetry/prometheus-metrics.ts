import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createObservers, METRICS, type Measured, type Metric } from './metrics.ts'

/** The metrics of the service and those of its process, in one registry. */
export function createPrometheusMetrics(onFault: (error: unknown) => void) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const measures = new Map(Object.values(METRICS).map((metric) => [metric, measureIn(registry, metric)]))
  return {
    // Counting must never break what is counted.
    ...createObservers((metric, labels, value) => {
      try {
        measures.get(metric)!(labels, value)
      } catch (error) {
        onFault(error)
      }
    }),
    async expose() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

type Measure = (labels: Parameters<Measured>[1], value: number) => void

function measureIn(registry: Registry, { kind, labels: labelNames, buckets, name, help }: Metric): Measure {
  const about = { registers: [registry], name, help, labelNames }
  if (kind === 'histogram') {
    const histogram = new Histogram({ ...about, buckets })
    return (labels, value) => histogram.observe(labels, value)
  }
  if (kind === 'gauge') {
    const gauge = new Gauge(about)
    return (labels, value) => gauge.set(labels, value)
  }
  const counter = new Counter(about)
  return (labels, value) => counter.inc(labels, value)
}
