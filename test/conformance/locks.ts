import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Locks } from '../../src/locks/locks.ts'
import type { StoreUnderTest } from './store-under-test.ts'

/** Long, so that a store by a real clock does not notice how long the test itself takes. */
const MINUTE = 60_000

/** What every store of locks does, whatever it keeps them in. */
export function describeLocks(
  backend: string,
  open: (clock: () => number) => Promise<StoreUnderTest<Locks>>,
): void {
  describe(`the locks in ${backend}`, () => {
    let opened: StoreUnderTest<Locks>
    let locks: Locks
    /** The clock of the store. */
    let time: number
    beforeEach(async () => {
      time = 1_000_000
      opened = await open(() => time)
      locks = opened.store
    })
    afterEach(() => opened.close())
    const pass = async (minutes: number) => {
      time += minutes * MINUTE
      await opened.advance?.(minutes * MINUTE)
    }
    const claim = (holder: string, minutes = 100) =>
      locks.claim({ lock: 'lock', holder, leaseMs: minutes * MINUTE })
    const renew = (holder: string, minutes: number) =>
      locks.renew({ lock: 'lock', holder, leaseMs: minutes * MINUTE })

    it('are held by one process at a time, each separately', async () => {
      expect(await claim('first')).toBe('first')
      expect(await claim('second')).toBe('first')
      expect(await locks.claim({ lock: 'another', holder: 'second', leaseMs: MINUTE })).toBe('second')
    })

    it('go to only one of several simultaneous requests', async () => {
      const holders = await Promise.all(['a', 'b', 'c'].map((holder) => claim(holder)))
      expect(new Set(holders).size).toBe(1)
    })

    it('expire after their duration and not before', async () => {
      await claim('first')
      await pass(99)
      expect(await claim('second')).toBe('first')
      await pass(1)
      expect(await claim('second')).toBe('second')
    })

    it('can be renewed only by their holder, from then on', async () => {
      await claim('first')
      expect(await renew('second', 500)).toBe(false)
      await pass(50)
      expect(await renew('first', 200)).toBe(true)
      await pass(199)
      expect(await claim('second')).toBe('first')
      await pass(1)
      expect(await claim('second')).toBe('second')
      expect(await renew('first', 900)).toBe(false)
    })

    it('can be released only by their holder', async () => {
      await claim('first')
      await locks.release('lock', 'second')
      expect(await claim('second')).toBe('first')
      await locks.release('lock', 'first')
      expect(await claim('second')).toBe('second')
    })

    it('survive a restart of a process, and block nobody longer than their duration', async () => {
      await claim('before the crash')
      locks = (await opened.reopen?.()) ?? locks
      expect(await claim('after it')).toBe('before the crash')
      await pass(100)
      expect(await claim('after it')).toBe('after it')
    })
  })
}
