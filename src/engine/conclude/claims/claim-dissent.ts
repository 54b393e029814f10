import type { Dissent } from '../../../contract/deliberation.ts'
import type { Spiral } from '../../deliberation.ts'
import { type CountedEntry, countEntries } from '../../measure/claims/dispute.ts'
import { type Ledger, lastRuling } from '../../measure/claims/ledger.ts'
import { keysOf } from '../../measure/divergence.ts'
import { dissentFrom } from '../conclude.ts'

/**
 * The seats that do not stand behind the answer: those without a text, those that still hold a struck central claim, and
 * the smaller side of a disputed central claim, or both sides where they are equal.
 */
export function claimDissent(spiral: Spiral, ledger: Ledger): Dissent[] {
  const reasons = reasonsToDissent(ledger, keysOf(spiral.standings))
  const agreeing = spiral.standings.filter(
    ({ seat, position }) => position !== null && !reasons.has(seat.key),
  )
  return dissentFrom(keysOf(agreeing), spiral, reasons)
}

/** What each dissenting seat holds against the rest of the panel, by seat key. */
function reasonsToDissent(ledger: Ledger, seats: string[]): Map<string, string> {
  const reasons = new Map<string, string>()
  for (const counted of countEntries(ledger, seats)) {
    const { entry, opinions } = counted
    if (!entry.isCentral) continue
    for (const seat of dissentingOn(counted)) {
      const holds = opinions.true.includes(seat) ? 'It holds' : 'It denies'
      const own = lastRuling(entry, seat)?.reason ?? ''
      const reason = [`${holds}: ${quoted(entry.text)}`, own].filter((part) => part !== '').join(' ')
      const before = reasons.get(seat)
      reasons.set(seat, before === undefined ? reason : `${before} ${reason}`)
    }
  }
  return reasons
}

function dissentingOn({ opinions, tally, status }: CountedEntry): string[] {
  if (status === 'struck') return opinions.true
  if (status !== 'disputed') return []
  if (tally.true === tally.false) return [...opinions.true, ...opinions.false]
  return tally.true < tally.false ? opinions.true : opinions.false
}

/**
 * The seats that stand behind the answer: they dissent on nothing, and have an opinion on at least half of the central
 * claims that were not struck. Who is silent on most of them supports nothing.
 */
export function supportingSeats({ standings }: Spiral, ledger: Ledger): string[] {
  const seats = keysOf(standings)
  const dissenting = reasonsToDissent(ledger, seats)
  const central = countEntries(ledger, seats).filter(({ entry }) => entry.isCentral && !entry.isStruck)
  const isSaid = ({ opinions }: CountedEntry, seat: string) =>
    [...opinions.true, ...opinions.false, ...opinions.depends].includes(seat)
  const hasOpinion = (seat: string) =>
    2 * central.filter((counted) => isSaid(counted, seat)).length >= central.length
  return central.length === 0 ? [] : seats.filter((seat) => !dissenting.has(seat) && hasOpinion(seat))
}

/** A sentence in quotation marks at the end of another, with one full stop. */
function quoted(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? `“${sentence}”` : `“${sentence}”.`
}
