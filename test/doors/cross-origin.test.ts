import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, requestFor } from '../support/tasks.ts'

const PAGE = 'https://app.example'
const allowed = ({ headers }: Response) => headers.get('Access-Control-Allow-Origin')

let closed: TestService
let open: TestService
beforeAll(async () => {
  closed = await openService()
  open = await openService({
    CORS_ORIGINS: `${PAGE},http://localhost:5173`,
    API_KEYS: 'alice:key-of-alice',
    RATE_LIMIT_PER_MINUTE: '30',
    LOCAL_RATE_LIMITS: 'on',
  })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})

function preflight(service: TestService, api: 'edge' | 'local', origin = PAGE) {
  return service[api].request('/consensus', {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-api-key,cache-control',
    },
  })
}

describe.each(['edge', 'local'] as const)('the %s API', (api) => {
  it('says nothing to web pages of other origins unless it is told to', async () => {
    const response = await get(closed[api], '/health', { Origin: PAGE })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await preflight(closed, api)).status).toBe(405)
  })

  it('answers the preflight of an allowed origin, without a key, with the headers it wants to send', async () => {
    const response = await preflight(open, api)
    expect(response.status).toBe(204)
    expect(allowed(response)).toBe(PAGE)
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD,POST,DELETE')
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('content-type,x-api-key,cache-control')
    expect(response.headers.get('Access-Control-Max-Age')).toBe('600')
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  })

  it('does not allow an origin that is not listed, and does not answer it as if it were', async () => {
    for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null']) {
      expect(allowed(await preflight(open, api, origin))).toBeNull()
      const response = await get(open[api], '/health', { Origin: origin })
      expect(allowed(response)).toBeNull()
      expect(response.headers.get('Vary')).toContain('Origin')
    }
  })

  it('refuses OPTIONS that is no preflight, as any method that is not supported', async () => {
    const response = await open[api].request('/consensus', { method: 'OPTIONS', headers: { Origin: PAGE } })
    expect(response.status).toBe(405)
  })

  it('lets the page read errors and the headers that say how to go on', async () => {
    const response = await post(open[api], '/no/such/path', {}, { Origin: PAGE })
    expect(response.status).toBe(404)
    expect(allowed(response)).toBe(PAGE)
    const exposed = response.headers.get('Access-Control-Expose-Headers')?.split(',')
    const needed = ['X-Request-Id', 'Retry-After', 'X-Should-Retry', 'X-RateLimit-Remaining', 'Age']
    expect(exposed).toEqual(expect.arrayContaining(needed))
  })

  it('answers preflights without counting them, and lets the page read that it is rate-limited', async () => {
    for (let count = 0; count < 40; count++) expect((await preflight(open, api)).status).toBe(204)
    let response = await get(open[api], '/nothing', { Origin: PAGE })
    while (response.status !== 429) response = await get(open[api], '/nothing', { Origin: PAGE })
    expect(allowed(response)).toBe(PAGE)
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/)
  })
})

describe('CORS_ORIGINS=*', () => {
  it('allows every origin, also for event streams', async () => {
    const service = await openService({ CORS_ORIGINS: '*' })
    expect(allowed(await get(service.edge, '/', { Origin: 'https://any.example' }))).toBe('*')
    const { id } = await createTask(service, requestFor('What is 2 + 2?'))
    const stream = await get(service.local, `/consensus/${id}/events`, { Origin: 'https://any.example' })
    expect(allowed(stream)).toBe('*')
    await stream.text()
    await service.stop()
  })
})

describe('a page without a key', () => {
  it('can read that it needs one', async () => {
    const service = await openService({ CORS_ORIGINS: PAGE, API_KEYS: 'alice:key-of-alice' })
    const response = await get(service.edge, '/cache/stats', { Origin: PAGE })
    expect(response.status).toBe(401)
    expect(allowed(response)).toBe(PAGE)
    await service.stop()
  })
})
