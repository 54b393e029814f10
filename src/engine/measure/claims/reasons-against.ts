import type { Anchor } from '../../../contract/axiom.ts'
import type { LedgerEntry } from './ledger.ts'
import { lastRuling } from './opinions.ts'

/** Why an entry may be false: what the seats say that call it false, and the axioms against it. */
export function reasonsAgainst(entry: LedgerEntry, anchors: Anchor[]): string[] {
  const seats = new Set(entry.rulings.map(({ seat }) => seat))
  const said = [...seats].flatMap((seat) => {
    const { opinion, reason } = lastRuling(entry, seat)!
    return opinion !== 'false' || reason.trim() === '' ? [] : [reason.trim()]
  })
  const known = anchors.filter(({ id }) => entry.contrary.includes(id))
  return [...new Set([...said, ...known.map(({ id, axiom }) => `Axiom ${id}: ${axiom}`)])]
}
