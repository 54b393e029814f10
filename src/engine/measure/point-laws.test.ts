import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyLedger, LEDGER_SEATS } from '../../../test/support/engine/ledgers.ts'
import { tries } from '../../../test/support/property-runs.ts'
import {
  affirmingShare,
  agreesOnClaims,
  countEntries,
  disputeOf,
  divergenceOnClaims,
  everHeldBy,
  residualsOnClaims,
  strikeEntries,
} from './dispute.ts'
import { type Ledger, lastRuling, opinionsOn, sizeOf } from './points.ts'

const statusesOf = (...counted: Parameters<typeof countEntries>) =>
  countEntries(...counted).map(({ status }) => status)

/** A ledger in which another seat says that it cannot tell. */
function withUnsureSeat(ledger: Ledger, seat: string): Ledger {
  const ruling = { seat, iteration: 2, opinion: 'unsure' as const, reason: '' }
  const entries = ledger.entries.map((entry) => ({
    ...entry,
    rulings: entry.isExamined ? [...entry.rulings, ruling] : [],
  }))
  return { ...ledger, entries }
}

/** A ledger in which another seat of the model of “a” says whatever “a” says. */
function withTwin(ledger: Ledger, seat: string): Ledger {
  const twice = <Said extends { seat: string }>(said: Said[]) =>
    said.flatMap((one) => (one.seat === 'a' ? [one, { ...one, seat }] : [one]))
  const entries = ledger.entries.map((entry) => ({
    ...entry,
    stances: twice(entry.stances),
    rulings: twice(entry.rulings),
  }))
  return { entries, voters: { ...ledger.voters, [seat]: ledger.voters.a! } }
}

const strike = (ledger: Ledger, seats = LEDGER_SEATS) => strikeEntries(ledger, seats, () => true)

describe('whatever a panel says of its points', () => {
  const always = (law: (ledger: Ledger) => void) => fc.assert(fc.property(anyLedger, law), tries(400))

  it('D and every dispute, support and residual are in [0, 1]', () => {
    always((ledger) => {
      const tallies = countEntries(ledger, LEDGER_SEATS).map(({ tally }) => tally)
      const values = [
        divergenceOnClaims(ledger, LEDGER_SEATS),
        ...residualsOnClaims(ledger, LEDGER_SEATS).values(),
        ...tallies.filter((tally) => sizeOf(tally) > 0).map(disputeOf),
        ...tallies.map(affirmingShare),
      ]
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
    })
  })

  it('every seat that was heard has one opinion on every point', () => {
    always((ledger) => {
      const heard = new Set(ledger.entries.flatMap(({ rulings }) => rulings.map(({ seat }) => seat)))
      for (const opinions of opinionsOn(ledger, LEDGER_SEATS)) {
        const isAsked = ledger.entries[0]!.isExamined
        expect(Object.values(opinions).flat().sort()).toEqual(
          LEDGER_SEATS.filter((seat) => !isAsked || heard.has(seat)),
        )
      }
    })
  })

  it('no point is agreed that a model denies, or that fewer than two thirds affirm', () => {
    always((ledger) => {
      const counted = countEntries(ledger, LEDGER_SEATS)
      statusesOf(ledger, LEDGER_SEATS).forEach((status, place) => {
        const { tally } = counted[place]!
        if (status !== 'agreed') return
        expect(tally.false).toBe(0)
        expect(3 * tally.true).toBeGreaterThanOrEqual(2 * sizeOf(tally))
      })
    })
  })

  it('consensus leaves no central point in dispute', () => {
    always((unstruck) => {
      const ledger = strike(unstruck)
      if (!agreesOnClaims(ledger, LEDGER_SEATS)) return
      statusesOf(ledger, LEDGER_SEATS).forEach((status, place) => {
        if (ledger.entries[place]!.isCentral) expect(status).not.toBe('disputed')
      })
    })
  })

  it('no point is struck unless all who held it withdraw it, or two thirds of three models or more deny it', () => {
    let struck = 0
    always((ledger) => {
      const counted = countEntries(ledger, LEDGER_SEATS)
      strike(ledger).entries.forEach((entry, place) => {
        if (!entry.isStruck) return
        struck += 1
        const { tally } = counted[place]!
        const isOutvoted = sizeOf(tally) >= 3 && 3 * tally.false >= 2 * sizeOf(tally)
        const denies = (seat: string) => lastRuling(entry, seat)?.opinion === 'false'
        expect(isOutvoted || everHeldBy(entry).every(denies)).toBe(true)
      })
    })
    expect(struck, 'the law was put to the test').toBeGreaterThan(10)
  })

  it('a seat of another model that cannot tell disputes nothing and makes nobody agree', () => {
    always((ledger) => {
      const [joined, after] = [[...LEDGER_SEATS, 'f'], withUnsureSeat(ledger, 'f')]
      const before = statusesOf(ledger, LEDGER_SEATS)
      statusesOf(after, joined).forEach((status, place) => {
        if (status === 'disputed') expect(['disputed', 'conditional']).toContain(before[place])
        if (status === 'agreed') expect(before[place]).toBe('agreed')
      })
    })
  })

  it('a second seat of a model that repeats the first changes no status, no D, and strikes nothing', () => {
    always((ledger) => {
      const [joined, doubled] = [[...LEDGER_SEATS, 'f'], withTwin(ledger, 'f')]
      expect(statusesOf(doubled, joined)).toEqual(statusesOf(ledger, LEDGER_SEATS))
      expect(divergenceOnClaims(doubled, joined)).toBeCloseTo(divergenceOnClaims(ledger, LEDGER_SEATS))
      const struckIn = ({ entries }: Ledger) => entries.map(({ isStruck }) => isStruck)
      expect(struckIn(strike(doubled, joined))).toEqual(struckIn(strike(ledger)))
    })
  })

  it('the order of the seats does not matter', () => {
    const reversed = [...LEDGER_SEATS].reverse()
    always((ledger) => {
      expect(divergenceOnClaims(ledger, reversed)).toBeCloseTo(divergenceOnClaims(ledger, LEDGER_SEATS))
      expect(statusesOf(ledger, reversed)).toEqual(statusesOf(ledger, LEDGER_SEATS))
      expect(strike(ledger, reversed)).toEqual(strike(ledger))
    })
  })
})
