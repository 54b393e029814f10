import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { EdgeHealth, Welcome } from '../../src/contract/service-info.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { get, keysOf, openService, post, type TestService } from '../support/service.ts'

const LIMITS = { RATE_LIMIT_PER_MINUTE: '7777', RATE_LIMIT_PER_HOUR: '8888', RATE_LIMIT_BURST: '999' }

let service: TestService
beforeAll(async () => {
  service = await openService({ ...LIMITS, DEFAULT_MODELS: 'a/one,b/two', ALLOWED_HOSTS: 'stretto.test' })
})
afterAll(() => service.stop())

describe('GET /', () => {
  it('has every field of the welcome payload, by name and type', async () => {
    const response = await get(service.edge, 'http://stretto.test:1234/')
    const body = await response.json()
    expect(response.status).toBe(200)
    Welcome.strict().parse(body)
    expect(keysOf(body)).toEqual([
      'description',
      'documentation',
      'endpoints',
      'features',
      'links',
      'repository',
      'service',
      'status',
      'timestamp',
      'usage',
      'version',
    ])
    expect(keysOf(body.endpoints)).toEqual(['protected', 'public'])
    expect(keysOf(body.usage)).toEqual(['body', 'example', 'headers'])
    expect(keysOf(body.usage.body)).toEqual(['max_iterations', 'models', 'query', 'structure'])
    for (const texts of [body.endpoints.public, body.endpoints.protected, body.features, body.links]) {
      for (const text of Object.values(texts)) expect(typeof text).toBe('string')
    }
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(body.documentation).toBe('http://stretto.test:1234/docs')
    // The source is published nowhere yet.
    expect(body.repository).toBe(body.documentation)
    for (const link of Object.values(body.links)) expect(() => new URL(link as string)).not.toThrow()
  })

  it('has the version of the API, not of the software', async () => {
    const { version } = await (await get(service.edge, '/')).json()
    expect(version).toBe('1.0')
    expect(version).not.toBe(manifest.version)
  })

  it('lists every endpoint of the specification, public or protected', async () => {
    const { endpoints } = await (await get(service.edge, '/')).json()
    for (const label of ['GET /', 'GET /health', 'GET /metrics', 'GET /debug/axioms', 'POST /embeddings']) {
      expect(keysOf(endpoints.public)).toContain(label)
    }
    for (const label of [
      'POST /consensus-iterative',
      'POST /consensus',
      'GET /axioms/search',
      'POST /cache/check',
      'GET /cache/stats',
      'GET /similar',
    ]) {
      expect(keysOf(endpoints.protected)).toContain(label)
    }
  })

  it('states the configured values', async () => {
    const { features, usage } = await (await get(service.edge, '/')).json()
    const { total } = await (await get(service.edge, '/debug/axioms')).json()
    expect(features.rate_limits).toContain('7777')
    expect(features.rate_limits).toContain('8888')
    expect(features.rate_limits).toContain('999')
    expect(features.axioms).toContain(String(total))
    expect(features.embeddings).toContain('768')
    expect(usage.body.models).toEqual(['a/one', 'b/two'])
    expect(usage.body.max_iterations).toBe(7)
  })

  it('has an example body that the consensus endpoint accepts', async () => {
    const { usage } = await (await get(service.edge, '/')).json()
    expect((await post(service.edge, '/consensus-iterative', usage.body)).status).toBe(200)
  })
})

describe('GET /health', () => {
  it('has every field of the specification, and says which router answers', async () => {
    const response = await get(service.edge, '/health')
    const body = await response.json()
    expect(response.status).toBe(200)
    EdgeHealth.strict().parse(body)
    expect(body).toEqual({
      status: 'healthy',
      service: 'stretto',
      version: manifest.version,
      vector_index: { available: true, ai_available: true, axioms_seeded: true },
      router: 'offline',
    })
  })
})

describe('GET /metrics', () => {
  it('is plain text in the exposition format, each metric with its HELP and TYPE', async () => {
    const response = await get(service.edge, '/metrics')
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    const described = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name))
    const typed = new Set(
      [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
    )
    expect(described).toEqual(typed)
    for (const line of text
      .split('\n')
      .filter((candidate) => candidate !== '' && !candidate.startsWith('#'))) {
      const name = /^[a-z_:][\w:]*/i.exec(line)?.[0] ?? line
      expect(typed.has(name) || typed.has(name.replace(/_(bucket|sum|count)$/, '')), line).toBe(true)
      expect(line).toMatch(/ (nan|[+-]?inf|[-+.\de]+)$/i)
    }
  })

  it('counts requests by method, route and status, never by path', async () => {
    const lines = async () => (await (await get(service.edge, '/metrics')).text()).split('\n')
    await get(service.edge, '/results/no-such-result')
    await get(service.edge, '/no/such/path')
    await post(service.edge, '/consensus-iterative', {})
    const before = await lines()
    expect(before.join('\n')).not.toMatch(/no-such|such\/path/)
    for (const labels of [
      'method="GET",route="/results/:id",status="404"',
      'method="GET",route="unmatched",status="404"',
      'method="POST",route="/consensus-iterative",status="400"',
    ]) {
      expect(
        before.some((line) => line.startsWith(`svc_requests_total{${labels}} `)),
        labels,
      ).toBe(true)
    }
    const count = (all: string[]) =>
      Number(
        all
          .find((line) => line.includes('route="/results/:id",status="404"'))
          ?.split(' ')
          .at(-1) ?? Number.NaN,
      )
    await get(service.edge, '/results/no-such-result')
    expect(count(await lines())).toBe(count(before) + 1)
  })

  const has = async (name: string) =>
    expect(await (await get(service.edge, '/metrics')).text()).toContain(`# TYPE ${name} `)

  it('measures how long consensus takes, in cumulative buckets', async () => {
    await post(service.edge, '/consensus-iterative', { query: 'What is 5 + 8?', structure: 'concert' })
    const text = await (await get(service.edge, '/metrics')).text()
    const buckets = [
      ...text.matchAll(
        /^svc_consensus_duration_seconds_bucket\{(?=.*structure="concert").*le="([^"]+)".*\} (\d+)$/gm,
      ),
    ]
    expect(buckets.at(-1)?.[1]).toBe('+Inf')
    const counts = buckets.map(([, , count]) => Number(count))
    expect(counts).toEqual([...counts].sort((left, right) => left - right))
    expect(counts.at(-1)).toBe(1)
    expect(text).toMatch(/^svc_consensus_duration_seconds_count\{structure="concert",outcome="\w+"\} 1$/m)
  })

  it.each([
    'svc_requests_total',
    'svc_consensus_duration_seconds',
    'svc_consensus_iterations',
    'svc_consensus_divergence',
    'svc_model_calls_total',
    'svc_model_latency_seconds',
    'svc_model_tokens_total',
    'svc_model_cost_usd_total',
    'svc_cache_lookups_total',
    'svc_embedding_duration_seconds',
  ])('has %s', has)

  onNode('process metrics').each([
    'svc_cache_entries',
    'svc_cache_bytes',
    'svc_tasks',
    'svc_rate_limited_total',
    'process_cpu_seconds_total',
  ])('has %s', has)
})
