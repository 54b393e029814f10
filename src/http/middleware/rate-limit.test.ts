import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { answerErrors } from '../shared/error-response.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import type { RateClaim, RateLimiter, RateWindow, WindowState } from './rate-limit.ts'
import { rateLimit, tightest } from './rate-limit.ts'

const burst: RateWindow = { name: 'burst', limit: 10, seconds: 1 }
const minute: RateWindow = { name: 'minute', limit: 100, seconds: 60 }
const hour: RateWindow = { name: 'hour', limit: 1000, seconds: 3600 }
const state = (window: RateWindow, remaining: number, waitMs = 0): WindowState => ({
  window,
  remaining,
  endsInMs: 60_000,
  waitMs,
})

describe('the tightest window', () => {
  it('is the one with the fewest requests left', () => {
    expect(tightest([state(burst, 9), state(minute, 50), state(hour, 40)]).window.name).toBe('hour')
    expect(tightest([state(burst, 9), state(minute, 39), state(hour, 40)]).window.name).toBe('minute')
  })

  it('is not the burst until the burst is used up', () => {
    expect(tightest([state(burst, 0), state(minute, 99)]).window.name).toBe('minute')
  })

  it('is a used-up window before any other, including the burst', () => {
    expect(tightest([state(burst, 0, 400), state(minute, 3)]).window.name).toBe('burst')
    expect(tightest([state(burst, 5), state(minute, 0), state(hour, 0, 9_000)]).window.name).toBe('hour')
  })

  it('is the used-up window with the longest wait', () => {
    const states = [state(burst, 0, 400), state(minute, 0, 20_000), state(hour, 0, 900)]
    expect(tightest(states).window.name).toBe('minute')
  })

  it('is the burst if there is no other', () => {
    expect(tightest([state(burst, 3)]).window.name).toBe('burst')
  })
})

/** An app behind a limiter that gives the states it is told to. */
function limitedApp(states: WindowState[], name: string | null = null) {
  const asked: Array<{ how: 'take' | 'peek'; claims: RateClaim[] }> = []
  const refused: string[] = []
  const limiter: RateLimiter = {
    async take(claims) {
      asked.push({ how: 'take', claims })
      return states
    },
    async charge() {},
    async peek(claims) {
      asked.push({ how: 'peek', claims })
      return states
    },
  }
  const app = new Hono<RequestEnvironment>()
  answerErrors(app, { info() {}, error() {} })
  app.use(async (context, next) => {
    context.set('caller', { name, address: '192.0.2.1' })
    await next()
  })
  app.use(
    rateLimit(
      {
        limiter,
        metrics: { requestRefused: (window) => refused.push(window) },
        wallClock: () => 1_699_999_990_000,
      },
      { perMinute: 100, perHour: 1000, burst: 10 },
      ['/free'],
    ),
  )
  app.get('/free', (context) => context.text('free'))
  app.get('/paid', (context) => context.text('paid'))
  return { app, asked, refused }
}

describe('the rate limit', () => {
  it('charges the burst and the minute of an address, and the hour of a key if there is one', async () => {
    const anonymous = limitedApp([state(minute, 5)])
    await anonymous.app.request('/paid')
    expect(anonymous.asked[0]?.claims).toEqual([
      { subject: 'address:192.0.2.1', window: burst },
      { subject: 'address:192.0.2.1', window: minute },
    ])
    const keyed = limitedApp([state(minute, 5)], 'alice')
    await keyed.app.request('/paid')
    expect(keyed.asked[0]?.claims).toEqual([
      { subject: 'address:192.0.2.1', window: burst },
      { subject: 'address:192.0.2.1', window: minute },
      { subject: 'key:alice', window: hour },
    ])
  })

  it('shows the tightest window in the headers, its end in whole seconds', async () => {
    const { app } = limitedApp([{ ...state(minute, 5), endsInMs: 10_001 }])
    const { headers } = await app.request('/paid')
    expect(headers.get('X-RateLimit-Limit')).toBe('100')
    expect(headers.get('X-RateLimit-Remaining')).toBe('5')
    expect(headers.get('X-RateLimit-Reset')).toBe('1700000001')
    expect(headers.get('Retry-After')).toBeNull()
  })

  it('returns 429 when a window is used up, with the seconds to wait', async () => {
    const { app, refused } = limitedApp([state(minute, 0, 1_200)])
    const response = await app.request('/paid')
    expect(response.status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('2')
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('0')
    expect(await response.json()).toMatchObject({ status: 429, error: 'rate_limited' })
    expect(refused).toEqual(['minute'])
  })

  it('never returns a wait of less than a second', async () => {
    const { app } = limitedApp([state(burst, 0, 3)])
    expect((await app.request('/paid')).headers.get('Retry-After')).toBe('1')
  })

  it('does not charge for a free path, and allows it even when everything is used up', async () => {
    const { app, asked, refused } = limitedApp([state(minute, 0, 1_200)])
    const response = await app.request('/free')
    expect(response.status).toBe(200)
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('0')
    expect(response.headers.get('Retry-After')).toBeNull()
    expect(asked.map(({ how }) => how)).toEqual(['peek'])
    expect(refused).toEqual([])
  })

  // Quadratic work on a path this long would not end within the day.
  it('reads a path of a million slashes in linear time', async () => {
    const { app, asked } = limitedApp([state(minute, 5)])
    const response = await app.request(`/free${'/'.repeat(1_000_000)}x`)
    expect(response.status).toBe(404)
    expect(asked.map(({ how }) => how)).toEqual(['take'])
  })
})
