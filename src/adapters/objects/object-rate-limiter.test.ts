import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  describeWithWorkerd,
  type RemoteObject,
  startWorkerd,
  type Workerd,
} from '../../../test/support/objects/workerd.ts'
import type { RateLimiter, RateWindow } from '../../http/middleware/rate-limit.ts'

const START = 1_700_000_040_000
const claimOf = (limit: number, name: RateWindow['name'] = 'minute', seconds = 60) => ({
  subject: 'address:one',
  window: { name, limit, seconds },
})

describeWithWorkerd('the rate limiter of an object', () => {
  let workerd: Workerd
  let now: number
  beforeAll(async () => {
    workerd = await startWorkerd()
  })
  afterAll(() => workerd?.stop())

  const limiterOf = (object: RemoteObject) =>
    object.store<RateLimiter & { alarm(): Promise<void> }>('limiter', () => now)
  const open = async () => {
    now = START
    const object = await workerd.open()
    return { object, limiter: limiterOf(object), counts: () => object.call<unknown>('counts') }
  }

  it('goes on counting in the next instance of the object', async () => {
    const { object, limiter } = await open()
    await limiter.take([claimOf(3)])
    await limiter.charge([claimOf(3)], 1)
    await object.evict()
    const next = limiterOf(await workerd.open(object.name))
    expect((await next.take([claimOf(3)]))[0]).toMatchObject({ remaining: 0, waitMs: 0 })
    expect((await next.take([claimOf(3)]))[0]!.waitMs).toBeGreaterThan(0)
  })

  it('writes nothing for requests that are refused or only looked at, nor of windows of a second', async () => {
    const { limiter, counts } = await open()
    await limiter.peek([claimOf(1)])
    await limiter.take([claimOf(9, 'burst', 1)])
    expect(await counts()).toBeNull()
    await limiter.take([claimOf(1)])
    const before = await counts()
    expect((await limiter.take([claimOf(1)]))[0]!.waitMs).toBeGreaterThan(0)
    expect(await counts()).toEqual(before)
  })

  it('forgets its subject once all windows are over, and counts it again when it comes back', async () => {
    const { limiter, counts } = await open()
    await limiter.take([claimOf(3)])
    await limiter.alarm()
    expect(await counts()).not.toBeNull()
    now += 2 * 60_000
    await limiter.alarm()
    expect(await counts()).toBeNull()
    expect((await limiter.take([claimOf(3)]))[0]).toMatchObject({ remaining: 2 })
    expect(await counts()).not.toBeNull()
  })
})
