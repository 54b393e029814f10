import { countEntries, isOutvoted } from './dispute.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { lastRuling, sizeOf, type Tally } from './opinions.ts'

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
