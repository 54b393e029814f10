import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { get, openService, type TestService } from '../support/service.ts'

/** A time at which a minute begins. */
const START = 1_799_992_800_000
const ONE = { RATE_LIMIT_PER_MINUTE: '1' }

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

const poll = () => get(service.local, '/consensus/some-id')

describe('the limits of the local API', () => {
  it.each([
    ['bound to loopback', {}],
    ['turned off', { HOST: '0.0.0.0', LOCAL_RATE_LIMITS: 'off' }],
  ])('are off: %s', async (_, environment) => {
    service = await openService({ ...ONE, ...environment })
    for (let request = 0; request < 3; request++) {
      const response = await poll()
      expect(response.status).toBe(404)
      expect(response.headers.get('X-RateLimit-Limit')).toBeNull()
    }
  })

  const theSame = async (_: string, environment: Record<string, string>) => {
    service = await openService({ ...ONE, ...environment })
    const first = await poll()
    expect(first.status).toBe(404)
    expect(first.headers.get('X-RateLimit-Limit')).toBe('1')
    expect(first.headers.get('X-RateLimit-Remaining')).toBe('0')
    expect(Number(first.headers.get('X-RateLimit-Reset'))).toBeGreaterThan(START / 1000)
    const refused = await poll()
    await expectError(refused, { status: 429, error: 'rate_limited' })
    const wait = Number(refused.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(0)
    for (const free of ['/health', '/docs', '/openapi.json'])
      expect((await get(service.local, free)).status, free).toBe(200)
    timeIs(START + wait * 1000)
    expect((await poll()).status).toBe(404)
  }
  const sentence = 'are those of the edge API, with the same headers and the same 429: %s'
  it.each([
    ['bound to another address', { HOST: '0.0.0.0' }],
    ['turned on', { LOCAL_RATE_LIMITS: 'on' }],
  ])(sentence, theSame)
  onNode('settings').each([['behind a proxy', { TRUST_PROXY: '1' }]])(sentence, theSame)

  it('are counted separately from those of the edge API', async () => {
    service = await openService({ ...ONE, LOCAL_RATE_LIMITS: 'on' })
    expect((await get(service.edge, '/cache/stats')).status).toBe(200)
    expect((await poll()).status).toBe(404)
    expect((await poll()).status).toBe(429)
  })

  it('are in the documentation if they are on', async () => {
    service = await openService({ LOCAL_RATE_LIMITS: 'on' })
    const { components, paths } = await (await get(service.local, '/openapi.json')).json()
    expect(Object.keys(components.headers)).toContain('X-RateLimit-Limit')
    expect(Object.keys(paths['/consensus'].post.responses)).toContain('429')
  })
})
