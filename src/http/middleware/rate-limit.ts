import type { Context } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import { type ApiMiddleware, type Caller, setHeader } from '../shared/request-context.ts'

export interface RateWindow {
  name: 'burst' | 'minute' | 'hour'
  limit: number
  seconds: number
}

/** A caller and a window that its request counts against. */
export interface RateClaim {
  subject: string
  window: RateWindow
}

export interface WindowState {
  window: RateWindow
  remaining: number
  endsInMs: number
  /** How long until the next request is allowed; 0 when it is allowed now. */
  waitMs: number
}

export interface RateLimiter {
  /** Counts one request in every window, or in none when one of them is exhausted. */
  take(claims: RateClaim[]): Promise<WindowState[]>
  /** Counts additional requests in the windows, beyond their limits if necessary. */
  charge(claims: RateClaim[], requests: number): Promise<void>
  /** The state of the windows, without counting anything. */
  peek(claims: RateClaim[]): Promise<WindowState[]>
}

export interface RateLimits {
  perMinute: number
  perHour: number
  burst: number
}

interface CountingServices {
  limiter: RateLimiter
  metrics: { requestRefused(window: RateWindow['name']): void }
  wallClock: () => number
}

/** Enforces the rate limits; every response reports the most restrictive window. Free paths are not counted. */
export function rateLimit(
  { limiter, metrics, wallClock }: CountingServices,
  limits: RateLimits,
  free: string[],
): ApiMiddleware {
  const burst: RateWindow = { name: 'burst', limit: limits.burst, seconds: 1 }
  const minute: RateWindow = { name: 'minute', limit: limits.perMinute, seconds: 60 }
  const hour: RateWindow = { name: 'hour', limit: limits.perHour, seconds: 3600 }

  function claimsOf({ address, name }: Caller): RateClaim[] {
    const byAddress = [burst, minute].map((window) => ({ subject: `address:${address}`, window }))
    return name === null ? byAddress : [...byAddress, { subject: `key:${name}`, window: hour }]
  }

  /** Additional charges apply to the longer windows only: in the one-second window even a large request counts once. */
  const charged = (claims: RateClaim[]) => claims.filter(({ window }) => window !== burst)

  return async (context, next) => {
    if (context.get('caller').isOperator) return next()
    const claims = claimsOf(context.get('caller'))
    const spends = !free.includes(context.req.path)
    const states = await (spends ? limiter.take(claims) : limiter.peek(claims))
    const shown = show(context, states, wallClock())
    if (spends && shown.waitMs > 0) {
      metrics.requestRefused(shown.window.name)
      const seconds = Math.max(1, Math.ceil(shown.waitMs / 1000))
      const message = `Rate limit exceeded: more than ${shown.window.limit} requests in ${describe(shown.window)}. Try again in ${seconds} s.`
      throw new StrettoError('rate_limited', message, { retryAfterSeconds: seconds })
    }
    context.set('charge', async (requests) => {
      if (requests <= 0) return
      await limiter.charge(charged(claims), requests)
      show(context, await limiter.peek(charged(claims)), wallClock())
    })
    await next()
  }
}

function show(context: Context, states: WindowState[], time: number): WindowState {
  const shown = tightest(states)
  setHeader(context, 'X-RateLimit-Limit', String(shown.window.limit))
  setHeader(context, 'X-RateLimit-Remaining', String(shown.remaining))
  setHeader(context, 'X-RateLimit-Reset', String(Math.ceil((time + shown.endsInMs) / 1000)))
  return shown
}

/**
 * The most restrictive window: the exhausted one with the longest wait, otherwise the one with the fewest
 * requests left. The one-second burst is shown only when exhausted, since it resets before anyone could act on it.
 */
export function tightest(states: WindowState[]): WindowState {
  const spent = states.filter(({ waitMs }) => waitMs > 0).sort((left, right) => right.waitMs - left.waitMs)
  const lasting = states
    .filter(({ window }) => window.name !== 'burst')
    .sort((left, right) => left.remaining - right.remaining)
  return spent[0] ?? lasting[0] ?? states[0]!
}

function describe({ name }: RateWindow): string {
  if (name === 'burst') return 'one second from this address'
  return name === 'minute' ? 'one minute from this address' : 'one hour with this key'
}
