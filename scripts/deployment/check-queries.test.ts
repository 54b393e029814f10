import { describe, expect, it } from 'vitest'
import { problemsOfQuery } from './check-queries.ts'
import { checkWatching } from './check-watching.ts'
import { exposedMetrics } from './exposed-metrics.ts'

const metrics = await exposedMetrics()

describe('alert rules and dashboard', () => {
  it('use only metrics and labels that the service exposes', () => {
    expect(checkWatching(metrics)).toEqual([])
  })
})

describe('a query', () => {
  it.each([
    ['sum by (status) (rate(svc_requests_total{route="/"}[$__rate_interval]))'],
    ['histogram_quantile(0.9, sum by (le) (rate(svc_consensus_duration_seconds_bucket[5m])))'],
    ['nodejs_eventloop_lag_p99_seconds{job="stretto"} > 0.25'],
    ['absent(up{job="stretto"})'],
  ])('passes if everything in it exists: %s', (query) => {
    expect(problemsOfQuery(query, metrics)).toEqual([])
  })

  it.each([
    ['rate(svc_request_total[5m])', 'the service does not expose svc_request_total'],
    ['svc_consensus_duration_seconds > 1', 'the service does not expose svc_consensus_duration_seconds'],
    ['svc_cache_entries / svc_no_such_metric', 'the service does not expose svc_no_such_metric'],
    ['svc_requests_total{code="500"}', 'svc_requests_total has no label code'],
    ['sum by (model) (svc_model_calls_total)', 'no metric in it has the label model'],
    ['svc_tasks{status="queued"}', 'svc_tasks never has status="queued"'],
    ['sum(rate(svc_requests_total[5m])', 'syntax error'],
  ])('is refused otherwise: %s', (query, problem) => {
    expect(problemsOfQuery(query, metrics).join()).toContain(problem)
  })
})
