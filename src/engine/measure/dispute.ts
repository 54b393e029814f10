import type { ClaimStatus } from '../../contract/claims.ts'
import { CONVERGED } from './divergence.ts'
import {
  type EntryOpinions,
  type Ledger,
  type LedgerEntry,
  lastRuling,
  opinionsOn,
  sizeOf,
  type Tally,
  tallyOf,
} from './points.ts'

/** How much a central entry weighs in D and in the confidence; the others weigh one. */
const CENTRAL_WEIGHT = 3
/** D where there is nothing by which texts can be compared. */
const UNKNOWN = 0.5
/** What two thirds of fewer models say refutes nothing. */
const FEWEST_MODELS = 3

/** An entry with where the panel stands on it. */
export interface CountedEntry {
  entry: LedgerEntry
  opinions: EntryOpinions
  tally: Tally
  weight: number
  status: ClaimStatus
}

/** Whether the panel was asked about its points. */
export function isMeasured({ entries }: Ledger): boolean {
  return entries.some(({ isExamined }) => isExamined)
}

/** Every entry with where the panel stands on it, in the order of the ledger. */
export function countEntries(ledger: Ledger, seats: string[]): CountedEntry[] {
  return opinionsOn(ledger, seats).map((opinions, place) => {
    const entry = ledger.entries[place]!
    const tally = tallyOf(opinions, ledger)
    return { entry, opinions, tally, weight: weightOf(entry), status: statusOf(entry, tally) }
  })
}

/** How much an entry counts. */
export function weightOf({ isCentral }: Pick<LedgerEntry, 'isCentral'>): number {
  return isCentral ? CENTRAL_WEIGHT : 1
}

/**
 * The entries that count in D. Before the panel is asked a text that is silent denies nothing, and what no text says
 * counts for nothing. Struck entries still count: D falls because seats change their minds, not because they are outvoted.
 */
function countedEntries(ledger: Ledger, seats: string[]): CountedEntry[] {
  const isAsked = isMeasured(ledger)
  return countEntries(ledger, seats).filter(({ entry, tally }) =>
    isAsked ? entry.isExamined && sizeOf(tally) > 0 : tally.true + tally.false > 0,
  )
}

/** How far a panel that was asked is divided on an entry, in [0, 1]: 1 for two equal sides, one half where nobody can tell. */
export function disputeOf(tally: Tally): number {
  const open = tally.depends + tally.unsure
  return (2 * Math.min(tally.true, tally.false) + open / 2) / (tally.true + tally.false + open)
}

/** Divergence D over the points: the weighted mean of their disputes. */
export function divergenceOnClaims(ledger: Ledger, seats: string[]): number {
  const counted = countedEntries(ledger, seats)
  if (counted.length === 0) return UNKNOWN
  const isAsked = isMeasured(ledger)
  const whole = counted.reduce((sum, { weight }) => sum + weight, 0)
  const divided = ({ tally }: CountedEntry) =>
    disputeOf(isAsked ? tally : { ...tally, depends: 0, unsure: 0 })
  return counted.reduce((sum, one) => sum + one.weight * divided(one), 0) / whole
}

function statusOf({ isStruck, isExamined, isGap }: LedgerEntry, tally: Tally): ClaimStatus {
  if (isStruck) return 'struck'
  const size = sizeOf(tally)
  if (tally.false === 0 && tally.true > 0 && 3 * tally.true >= 2 * size && !(isGap && !isExamined))
    return 'agreed'
  if (2 * tally.depends > size) return 'conditional'
  if (tally.false > 0) return 'disputed'
  return isExamined ? 'single' : 'unexamined'
}

/** Whether two thirds of at least three models say that a point is false. */
function isOutvoted(tally: Tally): boolean {
  const size = sizeOf(tally)
  return size >= FEWEST_MODELS && 3 * tally.false >= 2 * size
}

/**
 * Whether the panel agrees: D is low, no central point is disputed, and none was struck that somebody still holds. Where
 * nobody was asked, there must be central points, and every text must make them all.
 */
export function agreesOnClaims(ledger: Ledger, seats: string[]): boolean {
  if (divergenceOnClaims(ledger, seats) > CONVERGED) return false
  const isAsked = isMeasured(ledger)
  if (!isAsked && !ledger.entries.some(({ isCentral }) => isCentral)) return false
  return countEntries(ledger, seats).every(({ entry, tally, status }) => {
    if (!entry.isCentral) return true
    if (!isAsked) return tally.true === sizeOf(tally)
    return entry.isStruck ? tally.true === 0 : status !== 'disputed'
  })
}

/** The share of the models that affirm a point, shrunk, so that few of them count for less. */
export function affirmingShare(tally: Tally): number {
  return (tally.true + 1) / (sizeOf(tally) + 2)
}

/** The seats that ever held an entry: their texts say it, or they called it true when they were asked. */
export function everHeldBy({ stances, rulings }: LedgerEntry): string[] {
  const saying = stances.filter(({ says }) => says).map(({ seat }) => seat)
  const affirming = rulings.filter(({ opinion }) => opinion === 'true').map(({ seat }) => seat)
  return [...new Set([...saying, ...affirming])]
}

/** Whether all who held an entry were asked and call it false now; of one that nobody held, whether most do. */
function isWithdrawn(entry: LedgerEntry, tally: Tally): boolean {
  const last = everHeldBy(entry).map((seat) => lastRuling(entry, seat)?.opinion)
  if (last.length === 0) return tally.false > 0 && 3 * tally.false >= 2 * sizeOf(tally)
  return last.every((opinion) => opinion === 'false')
}

/** The ledger with the entries struck that all who held them withdrew, or that two thirds of the models call false. */
export function strikeEntries(
  ledger: Ledger,
  seats: string[],
  isDue: (entry: LedgerEntry) => boolean,
): Ledger {
  const counted = countEntries(ledger, seats)
  const entries = ledger.entries.map((entry, place) => {
    const { tally } = counted[place]!
    const isStruck = isWithdrawn(entry, tally) || (isDue(entry) && isOutvoted(tally))
    return { ...entry, isStruck: entry.isStruck || isStruck }
  })
  return { ...ledger, entries }
}

/**
 * How far each seat is from the panel, by seat key, in [0, 1]: on a point 1 for the smaller side, one half for a seat
 * that cannot tell or says that it depends, and for the larger side the size of the smaller against it; central points
 * weigh 3. Before the panel is asked, a text that is silent on a point is at no distance from it.
 */
export function residualsOnClaims(ledger: Ledger, seats: string[]): Map<string, number> {
  const counted = countedEntries(ledger, seats)
  const open = isMeasured(ledger) ? 0.5 : null
  return new Map(
    seats.flatMap((seat): Array<[string, number]> => {
      const residual = residualOf(seat, counted, open)
      return residual === null ? [] : [[seat, residual]]
    }),
  )
}

function residualOf(seat: string, counted: CountedEntry[], open: number | null): number | null {
  let [sum, whole] = [0, 0]
  for (const { opinions, weight } of counted) {
    const distance = distanceOf(seat, opinions, open)
    if (distance === null) continue
    sum += weight * distance
    whole += weight
  }
  return whole === 0 ? null : sum / whole
}

function distanceOf(seat: string, opinions: EntryOpinions, open: number | null): number | null {
  if (opinions.unsure.includes(seat) || opinions.depends.includes(seat)) return open
  const sides = [opinions.true, opinions.false]
  const own = sides.find((side) => side.includes(seat))
  if (own === undefined) return null
  const other = sides.find((side) => side !== own)!
  return Math.min(1, other.length / own.length)
}
