import type { Dissent } from '../../../contract/deliberation.ts'
import { statusesOf } from '../../measure/claims/dispute.ts'
import type { Ledger, LedgerEntry } from '../../measure/claims/ledger.ts'
import { type EntryOpinions, lastRuling, opinionsOn } from '../../measure/claims/opinions.ts'
import { votersAmong } from '../../measure/claims/voters.ts'
import type { Spiral } from '../../measure/spiral.ts'
import { quoted } from './quoted.ts'

/**
 * The seats that do not stand behind the answer: those without a text, those that still hold a struck central claim, and
 * the smaller side of a disputed central claim, or both sides where they are equal. Whoever holds a claim that excludes
 * another is on the side against it.
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
  const opinions = opinionsOn(ledger, seats)
  ledger.entries.forEach((entry, place) => {
    if (!entry.isCentral) return
    const rivals = entry.rivals.filter((rival) => !ledger.entries[rival]!.isStruck)
    const opposing = rivals.flatMap((rival) => opinions[rival]!.for)
    const sides = {
      for: opinions[place]!.for,
      against: [...new Set([...opinions[place]!.against, ...opposing])],
    }
    for (const seat of dissentingOn(statuses[place]!, sides, ledger)) {
      const held = [place, ...rivals].find((one) => opinions[one]!.for.includes(seat))
      const about = ledger.entries[held ?? place]!
      const own = lastRuling(about, seat)?.reason.trim() ?? ''
      const holds = held === undefined ? denialOf(about, seat) : 'It holds'
      const reason = [`${holds}: ${quoted(about.text)}`, own].filter((part) => part !== '').join(' ')
      reasons.set(seat, [...new Set([...(reasons.get(seat) ?? []), reason])])
    }
  })
  return reasons
}

/** A seat that was not asked has denied nothing: its text was read to say otherwise. */
function denialOf(entry: LedgerEntry, seat: string): string {
  return lastRuling(entry, seat) === null ? 'Its text seems to deny' : 'It denies'
}

function dissentingOn(status: string, sides: Omit<EntryOpinions, 'unsure'>, ledger: Ledger): string[] {
  if (status === 'struck') return sides.for
  if (status !== 'disputed') return []
  const [yes, no] = [sides.for, sides.against].map((side) => votersAmong(side, ledger).size) as [
    number,
    number,
  ]
  if (yes === no) return [...sides.for, ...sides.against]
  return yes < no ? sides.for : sides.against
}

/**
 * The seats that stand behind the answer: they dissent on nothing, and have an opinion on at least half of the central
 * claims that were not struck. Who is silent on most of them supports nothing.
 */
export function supportingSeats({ standings }: Spiral, ledger: Ledger): string[] {
  const seats = standings.map(({ seat }) => seat.key)
  const dissenting = reasonsToDissent(ledger, seats)
  const central = opinionsOn(ledger, seats).filter((_, place) => {
    const { isCentral, isStruck } = ledger.entries[place]!
    return isCentral && !isStruck
  })
  const hasOpinion = (seat: string) =>
    2 * central.filter((opinions) => [...opinions.for, ...opinions.against].includes(seat)).length >=
    central.length
  return central.length === 0 ? [] : seats.filter((seat) => !dissenting.has(seat) && hasOpinion(seat))
}
