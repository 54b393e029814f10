import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FlightClaims } from '../../src/consensus/shared-run/flight-claims.ts'
import type { StoreUnderTest } from './result-store.ts'

/** What every store of claims does, whatever it keeps them in. */
export function describeFlightClaims(
  backend: string,
  open: () => Promise<StoreUnderTest<FlightClaims>>,
): void {
  describe(`the claims on runs in ${backend}`, () => {
    let opened: StoreUnderTest<FlightClaims>
    let claims: FlightClaims
    beforeEach(async () => {
      opened = await open()
      claims = opened.store
    })
    afterEach(() => opened.close())
    const claim = (holder: string, until: number, now: number) =>
      claims.claim({ flight: 'flight', holder, until }, now)

    it('are held by one process at a time, separately for each flight', async () => {
      expect(await claim('first', 100, 0)).toBe('first')
      expect(await claim('second', 150, 50)).toBe('first')
      expect(await claims.claim({ flight: 'another', holder: 'second', until: 150 }, 50)).toBe('second')
    })

    it('go to only one of several simultaneous requests', async () => {
      const holders = await Promise.all(['a', 'b', 'c'].map((holder) => claim(holder, 100, 0)))
      expect(new Set(holders).size).toBe(1)
    })

    it('expire at their time and not before', async () => {
      await claim('first', 100, 0)
      expect(await claim('second', 199, 99)).toBe('first')
      expect(await claim('second', 200, 100)).toBe('second')
    })

    it('can be renewed only by their holder', async () => {
      await claim('first', 100, 0)
      expect(await claims.renew({ flight: 'flight', holder: 'second', until: 500 })).toBe(false)
      expect(await claims.renew({ flight: 'flight', holder: 'first', until: 200 })).toBe(true)
      expect(await claim('second', 300, 150)).toBe('first')
      expect(await claim('second', 300, 200)).toBe('second')
      expect(await claims.renew({ flight: 'flight', holder: 'first', until: 900 })).toBe(false)
    })

    it('can be released only by their holder', async () => {
      await claim('first', 100, 0)
      await claims.release('flight', 'second')
      expect(await claim('second', 100, 1)).toBe('first')
      await claims.release('flight', 'first')
      expect(await claim('second', 100, 2)).toBe('second')
    })

    it('do not block anyone after a restart', async () => {
      await claim('before the crash', 1_000_000, 0)
      if (opened.reopen) claims = await opened.reopen()
      else await claims.release('flight', 'before the crash')
      expect(await claim('after it', 100, 1)).toBe('after it')
    })
  })
}
