import type { ClaimStatus } from '../../../contract/claims.ts'
import { CONVERGED } from '../divergence.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { type EntryOpinions, opinionsOn, saysInItsText } from './opinions.ts'
import { votersAmong } from './voters.ts'

/** How much a central entry weighs in D; the others weigh one. */
const CENTRAL_WEIGHT = 3

/** Whether D was read from the texts or the panel was asked. */
export type DivergenceBasis = 'estimated' | 'measured'

/** An entry that counts in D, with where the seats stand on it. */
export interface CountedEntry {
  entry: LedgerEntry
  opinions: EntryOpinions
  weight: number
}

/** How far a panel is divided on an entry, in [0, 1]: 1 for two equal sides, one half where nobody can tell. */
export function disputeOf(opinions: EntryOpinions): number {
  const [yes, no, unsure] = [opinions.for.length, opinions.against.length, opinions.unsure.length]
  return (2 * Math.min(yes, no) + unsure / 2) / (yes + no + unsure)
}

/** Whether the panel has been asked about its claims. */
export function basisOf({ entries }: Ledger): DivergenceBasis {
  return entries.some(({ isExamined }) => isExamined) ? 'measured' : 'estimated'
}

/**
 * The entries that count in D. Once the panel was asked, only those that were put to it: silence on the others is no
 * dispute. Struck entries still count: D falls because seats change their minds, not because they are outvoted.
 */
export function countedEntries(ledger: Ledger, seats: string[]): CountedEntry[] {
  const isMeasured = basisOf(ledger) === 'measured'
  return opinionsOn(ledger, seats).flatMap((opinions, place) => {
    const entry = ledger.entries[place]!
    const isHeld = Object.values(opinions).some((keys) => keys.length > 0)
    if (!isHeld || (isMeasured && !entry.isExamined)) return []
    return [{ entry, opinions, weight: entry.isCentral ? CENTRAL_WEIGHT : 1 }]
  })
}

/** Divergence D over claims: the weighted mean of their disputes; 1 with fewer than two seats or no claim. */
export function divergenceOnClaims(ledger: Ledger, seats: string[]): number {
  const counted = countedEntries(ledger, seats)
  const speaking = new Set(counted.flatMap(({ opinions }) => Object.values(opinions).flat()))
  if (speaking.size < 2) return 1
  const whole = counted.reduce((sum, { weight }) => sum + weight, 0)
  return counted.reduce((sum, { opinions, weight }) => sum + weight * disputeOf(opinions), 0) / whole
}

/** The status of every entry. */
export function statusesOf(ledger: Ledger, seats: string[]): ClaimStatus[] {
  const opinions = opinionsOn(ledger, seats)
  return ledger.entries.map((entry, place) =>
    isContested(place, ledger, opinions) ? 'disputed' : statusOf(entry, opinions[place]!, ledger),
  )
}

/**
 * Whether the panel agrees: D is low, and no central entry is disputed, nor struck against a seat that still holds it.
 * Where nobody was asked, every text must also support every central entry.
 */
export function isConsensus(ledger: Ledger, seats: string[]): boolean {
  if (divergenceOnClaims(ledger, seats) > CONVERGED) return false
  const isEstimated = basisOf(ledger) === 'estimated'
  const statuses = statusesOf(ledger, seats)
  return opinionsOn(ledger, seats).every((opinions, place) => {
    const entry = ledger.entries[place]!
    if (!entry.isCentral) return true
    const isHeldByAll = opinions.unsure.length === 0 && opinions.against.length === 0
    if (entry.isStruck) return opinions.for.length === 0
    return statuses[place] !== 'disputed' && (isHeldByAll || !isEstimated)
  })
}

/**
 * Whether another claim excludes an entry and the panel has not decided between them: somebody holds the other one, or
 * nobody holds either. That all are unsure does not make two claims agree of which one must be false.
 */
function isContested(place: number, { entries }: Ledger, opinions: EntryOpinions[]): boolean {
  const { isStruck, rivals } = entries[place]!
  if (isStruck) return false
  const isHeld = (one: number) => opinions[one]!.for.length > 0
  return rivals.some((rival) => !entries[rival]!.isStruck && (isHeld(rival) || !isHeld(place)))
}

/**
 * Two models agree if both said so in their own texts: to confirm what another said costs a model nothing, and one that
 * says yes to everything must not make a claim look better founded than it is. That nobody is against a claim of one
 * model is known only after the others were asked.
 */
function statusOf(entry: LedgerEntry, opinions: EntryOpinions, ledger: Ledger): ClaimStatus {
  if (entry.isStruck) return 'struck'
  if (opinions.against.length > 0 || entry.contrary.length > 0) return 'disputed'
  const saying = opinions.for.filter((seat) => saysInItsText(entry, seat))
  if (votersAmong(saying, ledger).size > 1) return 'agreed'
  return entry.isExamined ? 'single' : 'unexamined'
}
