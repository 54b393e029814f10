import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyLedger, LEDGER_SEATS, readByWords } from '../../../../test/support/engine/ledgers.ts'
import { tries } from '../../../../test/support/property-runs.ts'
import type { Bearing } from './bearing.ts'
import { buildLedger, type ClaimHolder } from './build-ledger.ts'
import { disputeOf, divergenceOnClaims, isConsensus, statusesOf } from './dispute.ts'
import { questionsOn } from './entries-for-seat.ts'
import type { Ledger } from './ledger.ts'
import { type MadeClaim, mergeClaims } from './merge-claims.ts'
import { lastRuling, opinionsOn } from './opinions.ts'
import { residualsOnClaims } from './seat-residuals.ts'
import { strikeEntries, supportersOf } from './strike.ts'

const ROUNDING = 1e-9

/** A ledger in which another seat says that it cannot tell. */
function withUnsureSeat(ledger: Ledger, seat: string): Ledger {
  const ruling = { seat, iteration: 5, opinion: 'unsure' as const, reason: '' }
  const entries = ledger.entries.map((entry) => ({
    ...entry,
    rulings: entry.isExamined ? [...entry.rulings, ruling] : entry.rulings,
  }))
  return { ...ledger, entries }
}

/** A ledger in which another seat of the model of “a” says whatever “a” says. */
function withTwin(ledger: Ledger, seat: string): Ledger {
  const entries = ledger.entries.map((entry) => ({
    ...entry,
    makers: entry.makers.includes('a') ? [...entry.makers, seat] : entry.makers,
    estimates: { ...entry.estimates, [seat]: entry.estimates.a! },
    rulings: entry.rulings.flatMap((ruling) =>
      ruling.seat === 'a' ? [ruling, { ...ruling, seat }] : [ruling],
    ),
  }))
  return { ...ledger, entries, voters: { a: 'one model', [seat]: 'one model' } }
}

describe('whatever a panel says of its claims', () => {
  const always = (law: (ledger: Ledger) => void) => fc.assert(fc.property(anyLedger, law), tries(400))

  it('D and every dispute and residual are in [0, 1], and D is the mean of the residuals', () => {
    always((ledger) => {
      const D = divergenceOnClaims(ledger, LEDGER_SEATS)
      const residuals = [...residualsOnClaims(ledger, LEDGER_SEATS).values()]
      const disputes = opinionsOn(ledger, LEDGER_SEATS).map(disputeOf)
      for (const value of [D, ...residuals, ...disputes]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1 + ROUNDING)
      }
      expect(residuals.reduce((sum, residual) => sum + residual, 0) / residuals.length).toBeCloseTo(D)
    })
  })

  it('every seat has one opinion on every entry', () => {
    always((ledger) => {
      for (const opinions of opinionsOn(ledger, LEDGER_SEATS))
        expect([...opinions.for, ...opinions.against, ...opinions.unsure].sort()).toEqual(LEDGER_SEATS)
    })
  })

  it('no seat holds two entries that exclude each other', () => {
    always((ledger) => {
      const opinions = opinionsOn(ledger, LEDGER_SEATS)
      ledger.entries.forEach(({ rivals }, place) => {
        for (const seat of opinions[place]!.for)
          for (const rival of rivals) expect(opinions[rival]!.for).not.toContain(seat)
      })
    })
  })

  it('no entry is agreed that a seat denies or an axiom contradicts, and consensus leaves no central one in dispute', () => {
    always((unstruck) => {
      const ledger = strikeEntries(unstruck, LEDGER_SEATS)
      const opinions = opinionsOn(ledger, LEDGER_SEATS)
      const isAgreed = isConsensus(ledger, LEDGER_SEATS)
      statusesOf(ledger, LEDGER_SEATS).forEach((status, place) => {
        const entry = ledger.entries[place]!
        if (status === 'agreed') expect([...opinions[place]!.against, ...entry.contrary]).toEqual([])
        if (isAgreed && entry.isCentral) expect(status).not.toBe('disputed')
      })
    })
  })

  it('no entry is struck whose supporters were not all heard with the reasons against it', () => {
    always((ledger) => {
      strikeEntries(ledger, LEDGER_SEATS).entries.forEach((entry) => {
        if (!entry.isStruck) return
        for (const seat of supportersOf(entry))
          expect(lastRuling(entry, seat)?.iteration ?? 0).toBeGreaterThanOrEqual(3)
      })
    })
  })

  it('a seat that cannot tell neither disputes an entry nor makes the panel agree', () => {
    always((ledger) => {
      const joined = [...LEDGER_SEATS, 'f']
      const after = withUnsureSeat(ledger, 'f')
      const isDisputed = (status: string) => status === 'disputed'
      expect(statusesOf(after, joined).map(isDisputed)).toEqual(
        statusesOf(ledger, LEDGER_SEATS).map(isDisputed),
      )
      if (!isConsensus(ledger, LEDGER_SEATS)) expect(isConsensus(after, joined)).toBe(false)
      const D = divergenceOnClaims(ledger, LEDGER_SEATS)
      expect(divergenceOnClaims(after, joined)).toBeGreaterThanOrEqual(Math.min(D, 0.5) - ROUNDING)
    })
  })

  it('a second seat of a model that repeats the first changes no status and strikes nothing', () => {
    always((ledger) => {
      const [joined, doubled] = [[...LEDGER_SEATS, 'f'], withTwin(ledger, 'f')]
      expect(statusesOf(doubled, joined)).toEqual(statusesOf(ledger, LEDGER_SEATS))
      expect(strikeEntries(doubled, joined).entries.map(({ isStruck }) => isStruck)).toEqual(
        strikeEntries(ledger, LEDGER_SEATS).entries.map(({ isStruck }) => isStruck),
      )
    })
  })

  it('no entry is struck that a supporter is unsure of, unless two thirds of the panel call it false', () => {
    always((ledger) => {
      const opinions = opinionsOn(ledger, LEDGER_SEATS)
      strikeEntries(ledger, LEDGER_SEATS).entries.forEach((entry, place) => {
        const isUnsure = supportersOf(entry).some((seat) => lastRuling(entry, seat)?.opinion === 'unsure')
        if (entry.isStruck && isUnsure)
          expect(3 * opinions[place]!.against.length).toBeGreaterThanOrEqual(2 * LEDGER_SEATS.length)
      })
    })
  })

  it('the order of the seats does not matter', () => {
    const reversed = [...LEDGER_SEATS].reverse()
    always((ledger) => {
      expect(divergenceOnClaims(ledger, reversed)).toBeCloseTo(divergenceOnClaims(ledger, LEDGER_SEATS))
      expect(statusesOf(ledger, reversed)).toEqual(statusesOf(ledger, LEDGER_SEATS))
      expect(strikeEntries(ledger, reversed)).toEqual(strikeEntries(ledger, LEDGER_SEATS))
      expect(questionsOn(ledger, reversed)).toEqual(questionsOn(ledger, LEDGER_SEATS))
    })
  })

  it('every entry is put to the panel at most once, and 24 are if there are as many', () => {
    always((ledger) => {
      const places = questionsOn(ledger, LEDGER_SEATS).flat()
      expect(new Set(places).size).toBe(places.length)
      expect(places.length).toBeLessThanOrEqual(24)
      // A choice of two does not fit into the last place.
      expect(places.length).toBeGreaterThanOrEqual(Math.min(23, ledger.entries.length))
    })
  })
})

describe('whatever claims a panel makes', () => {
  const texts = [
    'The Moon causes the tides',
    'The tides are caused by the Moon',
    'Winds move the water',
    'The tide is 5 m high',
    'The tide is 6 m high',
  ]
  const anyClaims = fc.array(
    fc.record({ seat: fc.constantFrom('a', 'b', 'c'), text: fc.constantFrom(...texts), rank: fc.nat(11) }),
    { maxLength: 10 },
  )

  it('every claim is in exactly one entry, and any two of an entry say the same in both directions', async () => {
    const supports = fc.func(fc.constantFrom(0, 0.5, 1))
    await fc.assert(
      fc.asyncProperty(anyClaims, supports, async (claims: MadeClaim[], support) => {
        const distinct = claims.map((claim) => ({ ...claim }))
        const bearings = distinct.map((one) =>
          distinct.map(
            (other): Bearing => ({ supports: support(one.text, other.text), contradicts: 0, shared: 0 }),
          ),
        )
        const groups = await mergeClaims(distinct, bearings, async () => {})
        expect(new Set(groups.flat())).toEqual(new Set(distinct))
        expect(groups.flat()).toHaveLength(distinct.length)
        for (const group of groups)
          for (const one of group)
            for (const other of group)
              if (one.text !== other.text) expect(support(one.text, other.text)).toBe(1)
      }),
      tries(400),
    )
  })

  it('the ledger does not depend on the order of the seats', async () => {
    const anyHolders = fc.uniqueArray(
      fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), claims: fc.subarray(texts, { minLength: 1 }) }),
      { selector: ({ key }) => key, minLength: 1 },
    )
    const build = (holders: ClaimHolder[]) =>
      buildLedger({
        holders,
        readSupport: readByWords,
        supportOf: ({ others }) => others.reduce((sum, { supports }) => sum + supports, 0) / 4,
        pause: async () => {},
      })
    await fc.assert(
      fc.asyncProperty(anyHolders, async (seats) => {
        const holders = seats.map(({ key, claims }) => ({
          seat: { key, provider: 'openrouter' as const, model: key },
          text: claims.map((claim) => `${claim}.`).join(' '),
        }))
        const [one, other] = [await build(holders), await build([...holders].reverse())]
        expect(other.entries.map(({ support, ...entry }) => entry)).toEqual(
          one.entries.map(({ support, ...entry }) => entry),
        )
        other.entries.forEach(({ support }, place) => {
          expect(support).toBeCloseTo(one.entries[place]!.support)
        })
      }),
      tries(100),
    )
  })
})
