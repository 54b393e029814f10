import type { Dissent } from '../../../contract/deliberation.ts'
import { statusesOf } from '../../measure/claims/dispute.ts'
import type { Ledger, LedgerEntry } from '../../measure/claims/ledger.ts'
import { lastRuling, opinionsOn } from '../../measure/claims/opinions.ts'
import type { Spiral } from '../../measure/spiral.ts'
import { quoted } from './quoted.ts'

/**
 * The seats that do not stand behind the answer: those without a text, those that still hold a struck central claim, and
 * the smaller side of a disputed central claim, or both sides where they are equal.
 */
export function claimDissent({ standings, entries }: Spiral, ledger: Ledger): Dissent[] {
  const seats = standings.map(({ seat }) => seat.key)
  const reasons = reasonsToDissent(ledger, seats)
  return standings.flatMap(({ seat, position }, index) => {
    const about = { model: seat.model, name: seat.name, answer: position?.answer ?? null }
    if (position === null) return [{ ...about, reason: entries[0]?.responses[index]?.error?.message ?? '' }]
    const reason = reasons.get(seat.key)
    return reason === undefined ? [] : [{ ...about, reason: reason.join(' ') }]
  })
}

/** What each dissenting seat holds against the rest of the panel, by seat key. */
function reasonsToDissent(ledger: Ledger, seats: string[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>()
  const statuses = statusesOf(ledger, seats)
  opinionsOn(ledger, seats).forEach((opinions, place) => {
    const entry = ledger.entries[place]!
    if (!entry.isCentral) return
    const dissenting = dissentingOn(statuses[place]!, opinions)
    for (const seat of dissenting) {
      const own = lastRuling(entry, seat)?.reason.trim() ?? ''
      const holds = opinions.for.includes(seat) ? 'It holds' : denialOf(entry, seat)
      const reason = [`${holds}: ${quoted(entry.text)}`, own].filter((part) => part !== '').join(' ')
      reasons.set(seat, [...(reasons.get(seat) ?? []), reason])
    }
  })
  return reasons
}

/** A seat that was not asked has denied nothing: its text was read to say otherwise. */
function denialOf(entry: LedgerEntry, seat: string): string {
  return lastRuling(entry, seat) === null ? 'Its text seems to deny' : 'It denies'
}

function dissentingOn(status: string, opinions: { for: string[]; against: string[] }): string[] {
  if (status === 'struck') return opinions.for
  if (status !== 'disputed') return []
  const [yes, no] = [opinions.for, opinions.against]
  if (yes.length === no.length) return [...yes, ...no]
  return yes.length < no.length ? yes : no
}

/**
 * How many seats stand behind the answer: they dissent on nothing, and have an opinion on at least half of the central
 * claims that were not struck. Who is silent on most of them supports nothing.
 */
export function countSupporters({ standings }: Spiral, ledger: Ledger): number {
  const seats = standings.map(({ seat }) => seat.key)
  const dissenting = reasonsToDissent(ledger, seats)
  const central = opinionsOn(ledger, seats).filter((_, place) => {
    const { isCentral, isStruck } = ledger.entries[place]!
    return isCentral && !isStruck
  })
  const hasOpinion = (seat: string) =>
    2 * central.filter((opinions) => [...opinions.for, ...opinions.against].includes(seat)).length >=
    central.length
  return central.length === 0 ? 0 : seats.filter((seat) => !dissenting.has(seat) && hasOpinion(seat)).length
}
