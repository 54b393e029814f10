import { afterEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { get, openService, type TestService } from '../support/service.ts'

/** Every request but those of the probes needs a key, and the second one is refused. */
const STRICT = {
  API_KEYS: 'alice:key-of-alice',
  LOCAL_AUTH: 'on',
  LOCAL_RATE_LIMITS: 'on',
  RATE_LIMIT_PER_MINUTE: '1',
}

let service: TestService
afterEach(() => service.stop())

describe.each(['edge', 'local'] as const)('the probes of the %s API', (api) => {
  const probe = (path: string, headers = {}) => get(service[api], path, headers)

  it('say whether requests should be sent here: not before the start is over, not after the stop has begun', async () => {
    service = await openService()
    const starting = await probe('/readyz')
    const { message } = await expectError(starting, { status: 503, error: 'unavailable' })
    expect(message).toBe('Not ready: The service is starting.')
    expect(Number(starting.headers.get('Retry-After'))).toBeGreaterThan(0)
    service.welcomeRequests()
    const ready = await probe('/readyz')
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
    service.refuseRequests()
    expect((await (await probe('/readyz')).json()).message).toBe('Not ready: The service is stopping.')
  })

  it('say that the process is alive, whatever state the service is in', async () => {
    service = await openService()
    for (const change of [() => {}, service.welcomeRequests, service.refuseRequests]) {
      change()
      const response = await probe('/livez')
      expect([response.status, await response.json()]).toEqual([200, { status: 'alive' }])
    }
  })

  it('need no key, mind no wrong one, and are neither counted nor refused', async () => {
    service = await openService(STRICT)
    service.welcomeRequests()
    for (let round = 0; round < 3; round++)
      for (const path of ['/livez', '/readyz']) {
        const response = await probe(path, { 'x-api-key': 'wrong' })
        expect(response.status).toBe(200)
        expect(response.headers.get('X-RateLimit-Limit')).toBeNull()
        expect(response.headers.get('X-Request-Id')).not.toBeNull()
      }
    expect((await get(service[api], '/health', { 'x-api-key': 'key-of-alice' })).status).toBe(200)
  })

  it('are listed in the welcome payload', async () => {
    service = await openService()
    const { endpoints } = await (await get(service.edge, '/')).json()
    expect(Object.keys(endpoints.public)).toEqual(expect.arrayContaining(['GET /livez', 'GET /readyz']))
  })

  it('are not told to other web pages by way of a name that resolves to this machine', async () => {
    service = await openService()
    expect((await probe('http://evil.example/readyz')).status).toBe(421)
  })
})
