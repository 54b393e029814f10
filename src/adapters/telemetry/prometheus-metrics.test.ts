import { expect, test } from 'vitest'
import { createPrometheusMetrics } from './prometheus-metrics.ts'

test('values that a metric rejects cause no failure, and earlier counts are kept', async () => {
  const faults: unknown[] = []
  const metrics = createPrometheusMetrics((error) => faults.push(error))
  const spent = { latencyMs: 1, promptTokens: 7, completionTokens: 1 }
  metrics.modelCallEnd('openrouter', null, { ...spent, costUsd: 0.5 })
  metrics.modelCallEnd('openrouter', null, { ...spent, costUsd: -1 })
  expect(faults).toHaveLength(1)
  const { text } = await metrics.expose()
  expect(text).toContain('svc_model_cost_usd_total{provider="openrouter"} 0.5')
  expect(text).toContain('svc_model_tokens_total{provider="openrouter",kind="prompt"} 14')
})
