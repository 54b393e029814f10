import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const KEYS = { API_KEYS: 'alice:key-of-alice,bob:key-of-bob' }
const alice = { 'x-api-key': 'key-of-alice' }
const bob = { 'x-api-key': 'key-of-bob' }
/** A time at which a minute and an hour begin. */
const START = 1_799_992_800_000

/** Lets time pass on every clock. */
const timeIs = (time: number) => vi.advanceTimersByTime(time - Date.now())

let service: TestService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START })
})
afterEach(async () => {
  vi.useRealTimers()
  await service.stop()
})

const standing = ({ headers }: Response) => ({
  limit: headers.get('X-RateLimit-Limit'),
  remaining: headers.get('X-RateLimit-Remaining'),
  reset: headers.get('X-RateLimit-Reset'),
  retryAfter: headers.get('Retry-After'),
})
const stats = (headers: Record<string, string> = {}) => get(service.edge, '/cache/stats', headers)

describe('rate-limit headers', () => {
  it('are on every edge response, including errors', async () => {
    service = await openService(KEYS)
    const responses = await Promise.all([
      get(service.edge, '/'),
      get(service.edge, '/health'),
      get(service.edge, '/metrics'),
      get(service.edge, '/docs'),
      get(service.edge, '/openapi.json'),
      get(service.edge, '/debug/axioms'),
      get(service.edge, '/nothing'),
      get(service.edge, '/embeddings'),
      get(service.edge, '/cache/stats'),
      get(service.edge, '/cache/stats', { 'x-api-key': 'wrong' }),
      get(service.edge, '/cache/stats', alice),
      get(service.edge, '/axioms/search', alice),
      get(service.edge, '/axioms/search?q=light', alice),
      get(service.edge, '/results/none', alice),
      post(service.edge, '/consensus-iterative', { query: 'What is 1 + 1?' }, alice),
      post(service.edge, '/consensus-iterative', {}, alice),
      post(service.edge, '/consensus-iterative', {}, { ...alice, 'Content-Type': 'text/plain' }),
      post(service.edge, '/embeddings', { text: 'x'.repeat(2 * 1024 * 1024) }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200, 404, 405, 401, 401, 200, 400, 200, 404, 200, 400, 415, 413,
    ])
    for (const response of responses) {
      const { limit, remaining, reset, retryAfter } = standing(response)
      expect(limit).toMatch(/^\d+$/)
      expect(remaining).toMatch(/^\d+$/)
      expect(Number(reset)).toBeGreaterThan(START / 1000)
      expect(retryAfter).toBeNull()
    }
  })

  it('count down and include the end of the window in Unix seconds', async () => {
    service = await openService({ RATE_LIMIT_PER_MINUTE: '3' })
    timeIs(START + 15_500)
    const reset = String(START / 1000 + 60)
    expect(standing(await stats())).toEqual({ limit: '3', remaining: '2', reset, retryAfter: null })
    expect(standing(await stats())).toMatchObject({ remaining: '1' })
    expect(standing(await stats())).toMatchObject({ remaining: '0', retryAfter: null })
  })

  it('show the tightest window', async () => {
    service = await openService({ ...KEYS, RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_PER_HOUR: '3' })
    expect(standing(await stats(alice))).toMatchObject({
      limit: '3',
      remaining: '2',
      reset: String(START / 1000 + 3600),
    })
    await stats(bob)
    await stats(bob)
    // Three of the address's five are spent, one of Alice's three.
    expect(standing(await get(service.edge, '/health', alice))).toMatchObject({ limit: '5', remaining: '2' })
  })

  it('have the defaults of the specification when nothing is set', async () => {
    service = await openService({
      ...KEYS,
      RATE_LIMIT_PER_MINUTE: '',
      RATE_LIMIT_PER_HOUR: '',
      RATE_LIMIT_BURST: '',
    })
    expect(standing(await get(service.edge, '/health'))).toMatchObject({ limit: '100', remaining: '100' })
    for (let request = 0; request < 10; request++) expect((await stats(alice)).status).toBe(200)
    const refused = await stats(alice)
    expect(refused.status).toBe(429)
    expect(standing(refused)).toMatchObject({ limit: '10', remaining: '0', retryAfter: '2' })
  })
})

describe('a used-up window', () => {
  it('of an address returns 429 with the seconds to wait, then opens again', async () => {
    service = await openService({ RATE_LIMIT_PER_MINUTE: '2' })
    await stats()
    await stats()
    const response = await stats()
    const { message } = await expectError(response, { status: 429, error: 'rate_limited' })
    const wait = Number(response.headers.get('Retry-After'))
    expect(message).toContain(`${wait} s`)
    expect(standing(response)).toMatchObject({ limit: '2', remaining: '0' })
    timeIs(START + (wait - 1) * 1000)
    expect((await stats()).status).toBe(429)
    timeIs(START + wait * 1000)
    expect((await stats()).status).toBe(200)
  })

  it('of a second opens again after that second', async () => {
    service = await openService({ RATE_LIMIT_BURST: '1' })
    expect((await stats()).status).toBe(200)
    const refused = await stats()
    expect(refused.status).toBe(429)
    timeIs(START + Number(refused.headers.get('Retry-After')) * 1000)
    expect((await stats()).status).toBe(200)
  })

  it('is not used up again when the clock of the machine is set back', async () => {
    service = await openService({ ...KEYS, RATE_LIMIT_PER_HOUR: '2' })
    await stats(alice)
    await stats(alice)
    expect((await stats(alice)).status).toBe(429)
    timeIs(START + 3 * 3_600_000)
    expect((await stats(alice)).status).toBe(200)
    vi.setSystemTime(START)
    const response = await stats(alice)
    expect(response.status).toBe(200)
    expect(standing(response).reset).toBe(String(START / 1000 + 3600))
  })

  it('of a key affects only that key', async () => {
    service = await openService({ ...KEYS, RATE_LIMIT_PER_HOUR: '1' })
    expect((await stats(alice)).status).toBe(200)
    expect((await stats(alice)).status).toBe(429)
    expect((await stats({ Authorization: 'Bearer key-of-alice' })).status).toBe(429)
    expect((await stats(bob)).status).toBe(200)
  })

  onNode('settings')('of an address affects only that address, as seen by the trusted proxy', async () => {
    service = await openService({ RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '1' })
    const from = (address: string) => stats({ 'X-Forwarded-For': address })
    expect((await from('192.0.2.1')).status).toBe(200)
    expect((await from('192.0.2.1')).status).toBe(429)
    expect((await from('made-up, 192.0.2.1')).status).toBe(429)
    expect((await from('192.0.2.2')).status).toBe(200)
  })

  it('cannot be evaded with a forwarded address if no proxy is trusted', async () => {
    service = await openService({ RATE_LIMIT_PER_MINUTE: '1' })
    expect((await stats({ 'X-Forwarded-For': '192.0.2.1' })).status).toBe(200)
    expect((await stats({ 'X-Forwarded-For': '192.0.2.2' })).status).toBe(429)
  })

  it('is also used up by requests without a valid key', async () => {
    service = await openService({ ...KEYS, RATE_LIMIT_PER_MINUTE: '2' })
    expect((await stats({ 'x-api-key': 'guess one' })).status).toBe(401)
    expect((await stats({ 'x-api-key': 'guess two' })).status).toBe(401)
    expect((await stats({ 'x-api-key': 'guess three' })).status).toBe(429)
  })

  it('is counted in the metrics', async () => {
    service = await openService({ RATE_LIMIT_PER_MINUTE: '1' })
    await stats()
    await stats()
    const text = await (await get(service.edge, '/metrics')).text()
    expect(text).toContain('svc_rate_limited_total{window="minute"} 1')
    expect(text).toContain('svc_requests_total{method="GET",route="/cache/stats",status="429"} 1')
  })
})

describe('the free paths', () => {
  it.each(['/', '/health', '/metrics', '/docs', '/openapi.json'])(
    'are not charged and never refused: %s',
    async (path) => {
      service = await openService({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '1' })
      for (let request = 0; request < 3; request++) {
        const response = await get(service.edge, path)
        expect(response.status).toBe(200)
        expect(standing(response)).toMatchObject({ limit: '1', remaining: '1' })
      }
      expect((await stats()).status).toBe(200)
      expect((await stats()).status).toBe(429)
      const response = await get(service.edge, path)
      expect(response.status).toBe(200)
      expect(standing(response)).toMatchObject({ remaining: '0', retryAfter: null })
    },
  )
})

describe('a large body', () => {
  it('is charged by its size, in the minute but not in the burst', async () => {
    service = await openService({ RATE_LIMIT_PER_MINUTE: '18', RATE_LIMIT_BURST: '2' })
    const embed = (texts: string[]) => post(service.edge, '/embeddings', { text: texts })
    const long = 'word '.repeat(6_400)
    expect(standing(await embed(['short']))).toMatchObject({ remaining: '17' })
    expect(standing(await embed([long, long, long]))).toMatchObject({ remaining: '15' })
    timeIs(START + 2_000)
    const batch = await embed(Array.from({ length: 32 }, () => long))
    expect([batch.status, standing(batch).remaining]).toEqual([200, '0'])
    timeIs(START + 4_000)
    expect((await embed(['short'])).status).toBe(429)
  })
})
