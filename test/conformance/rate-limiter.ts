import { describe, expect, it } from 'vitest'
import type { RateLimiter, RateWindow } from '../../src/http/middleware/rate-limit.ts'

const MINUTE = 60_000
/** A time at which a minute begins. */
const START = 1_700_000_040_000

const windowOf = (limit: number): RateWindow => ({ name: 'minute', limit, seconds: 60 })
const claimOf = (limit: number, subject = 'address:one') => ({ subject, window: windowOf(limit) })

/** What every rate limiter does, wherever it counts. */
export function describeRateLimiter(
  backend: string,
  open: (now: () => number) => Promise<RateLimiter>,
): void {
  /** A limiter with a clock in the test's hand. */
  async function limiterAt(start: number) {
    const clock: { now: number; later: number[] } = { now: start, later: [] }
    const limiter = await open(() => {
      const time = clock.now
      clock.now = clock.later.shift() ?? clock.now
      return time
    })
    return { limiter, clock }
  }

  describe(`the sliding window of a rate limiter in ${backend}`, () => {
    it('allows as many requests as its limit, counting down', async () => {
      const { limiter } = await limiterAt(START)
      const states = []
      for (let request = 0; request < 4; request++) states.push(...(await limiter.take([claimOf(3)])))
      expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
      expect(states.map(({ waitMs }) => waitMs > 0)).toEqual([false, false, false, true])
    })

    it('can be charged more than it has left, and recovers', async () => {
      const { limiter, clock } = await limiterAt(START)
      const claims = [claimOf(10)]
      await limiter.take(claims)
      await limiter.charge(claims, 30)
      expect((await limiter.take(claims))[0]).toMatchObject({ remaining: 0 })
      const { waitMs } = (await limiter.peek(claims))[0]!
      clock.now = START + waitMs
      expect((await limiter.take(claims))[0]?.waitMs).toBe(0)
    })

    it('ends with the clock minute', async () => {
      const { limiter } = await limiterAt(START + 20_000)
      expect((await limiter.take([claimOf(3)]))[0]?.endsInMs).toBe(40_000)
    })

    it('counts the share of the previous minute that is still in the window', async () => {
      const { limiter, clock } = await limiterAt(START)
      for (let request = 0; request < 4; request++) await limiter.take([claimOf(4)])
      clock.now = START + MINUTE
      expect((await limiter.peek([claimOf(4)]))[0]).toMatchObject({ remaining: 0 })
      expect((await limiter.peek([claimOf(4)]))[0]?.waitMs).toBeGreaterThan(0)
      clock.now = START + 1.25 * MINUTE
      expect((await limiter.peek([claimOf(4)]))[0]).toMatchObject({ remaining: 1, waitMs: 0 })
      clock.now = START + 1.5 * MINUTE
      expect((await limiter.peek([claimOf(4)]))[0]).toMatchObject({ remaining: 2, waitMs: 0 })
      clock.now = START + 2 * MINUTE
      expect((await limiter.peek([claimOf(4)]))[0]).toMatchObject({ remaining: 4, waitMs: 0 })
    })

    it.each([
      ['in the same minute', [0, 0, 0], 10_000],
      ['when the minute before weighs', [0, 0, 0], 61_000],
      ['when both minutes weigh', [30_000, 30_000, 65_000], 66_000],
    ])('allows the next request after exactly the wait it returned, %s', async (_, taken, asked) => {
      const { limiter, clock } = await limiterAt(START)
      const claim = claimOf(3)
      for (const offset of taken) {
        clock.now = START + offset
        expect((await limiter.take([claim]))[0]?.waitMs).toBe(0)
      }
      clock.now = START + asked
      const wait = (await limiter.take([claim]))[0]?.waitMs ?? 0
      expect(wait).toBeGreaterThan(0)
      clock.now = START + asked + wait - 2
      expect((await limiter.peek([claim]))[0]?.waitMs).toBeGreaterThan(0)
      clock.now = START + asked + Math.ceil(wait) + 1
      expect((await limiter.take([claim]))[0]?.waitMs).toBe(0)
    })

    it('is not charged when it is only read', async () => {
      const { limiter } = await limiterAt(START)
      for (let look = 0; look < 5; look++) {
        expect((await limiter.peek([claimOf(2)]))[0]).toMatchObject({ remaining: 2, waitMs: 0 })
      }
    })

    it('is not charged for a refused request', async () => {
      const { limiter, clock } = await limiterAt(START)
      for (let request = 0; request < 20; request++) await limiter.take([claimOf(2)])
      clock.now = START + 1.5 * MINUTE
      expect((await limiter.peek([claimOf(2)]))[0]).toMatchObject({ remaining: 1, waitMs: 0 })
    })

    it('charges every window or none', async () => {
      const { limiter } = await limiterAt(START)
      const wide = { subject: 'key:alice', window: { name: 'hour', limit: 100, seconds: 3600 } as RateWindow }
      await limiter.take([claimOf(1), wide])
      await limiter.take([claimOf(1), wide])
      expect((await limiter.peek([wide]))[0]?.remaining).toBe(99)
    })

    it('allows no extra request when the minute ends during a refusal', async () => {
      const { limiter, clock } = await limiterAt(START)
      await limiter.take([claimOf(1)])
      clock.now = START + MINUTE - 1
      clock.later = [START + MINUTE]
      await limiter.take([claimOf(1)])
      clock.later = []
      clock.now = START + 2 * MINUTE
      expect((await limiter.peek([claimOf(1)]))[0]?.remaining).toBe(1)
      expect((await limiter.take([claimOf(1)]))[0]?.waitMs).toBe(0)
      expect((await limiter.take([claimOf(1)]))[0]?.waitMs).toBeGreaterThan(0)
    })

    it('counts each caller separately', async () => {
      const { limiter } = await limiterAt(START)
      await limiter.take([claimOf(1, 'address:one')])
      expect((await limiter.take([claimOf(1, 'address:two')]))[0]?.waitMs).toBe(0)
    })

    it('allows exactly the limit when all requests arrive at once', async () => {
      const { limiter } = await limiterAt(START)
      const states = await Promise.all(Array.from({ length: 25 }, () => limiter.take([claimOf(10)])))
      expect(states.filter(([state]) => state?.waitMs === 0)).toHaveLength(10)
    })
  })
}
