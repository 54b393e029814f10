import { CONTRADICTED, SUPPORTED } from './bearing.ts'
import type { Ledger, LedgerEntry, Opinion, Ruling } from './ledger.ts'

/** Where the seats stand on an entry, by seat key; a seat without a text or a ruling is in none of the lists. */
export interface EntryOpinions {
  for: string[]
  against: string[]
  unsure: string[]
}

/** An opinion, and how far it is the seat's own: asked for it, listed as a claim, or only read from its text. */
interface Stance {
  opinion: Opinion
  weight: 'ruled' | 'made' | 'read'
}

const WEIGHTS: Record<Stance['weight'], number> = { ruled: 3, made: 2, read: 1 }

/**
 * Where every seat stands on every entry: its last ruling, else what its text says. Of entries that cannot all be true
 * a seat can hold one; if it affirms two, the one it was asked about counts, or the one it listed; else neither.
 */
export function opinionsOn({ entries }: Ledger, seats: string[]): EntryOpinions[] {
  const opinions = entries.map((): EntryOpinions => ({ for: [], against: [], unsure: [] }))
  for (const seat of seats) {
    const stances = entries.map((entry) => stanceOf(entry, seat))
    entries.forEach(({ rivals }, place) => {
      const stance = stances[place]!
      if (stance === null) return
      const isUndone =
        stance.opinion === 'true' && rivals.some((rival) => isAffirmedAsMuch(stances[rival]!, stance))
      listFor(opinions[place]!, isUndone ? 'unsure' : stance.opinion).push(seat)
    })
  }
  return opinions
}

/** What a seat last said of an entry; null when it was not asked or did not answer. */
export function lastRuling({ rulings }: LedgerEntry, seat: string): Ruling | null {
  return rulings.findLast((ruling) => ruling.seat === seat) ?? null
}

/** Whether a seat made a claim, or its text says so. */
export function saysInItsText({ makers, estimates }: LedgerEntry, seat: string): boolean {
  return makers.includes(seat) || (estimates[seat]?.supports ?? 0) >= SUPPORTED
}

function stanceOf(entry: LedgerEntry, seat: string): Stance | null {
  const ruling = lastRuling(entry, seat)
  if (ruling !== null) return { opinion: ruling.opinion, weight: 'ruled' }
  if (entry.makers.includes(seat)) return { opinion: 'true', weight: 'made' }
  const estimate = entry.estimates[seat]
  if (estimate === undefined) return null
  if (estimate.contradicts >= CONTRADICTED) return { opinion: 'false', weight: 'read' }
  return { opinion: estimate.supports >= SUPPORTED ? 'true' : 'unsure', weight: 'read' }
}

function isAffirmedAsMuch(rival: Stance | null, stance: Stance): boolean {
  return rival?.opinion === 'true' && WEIGHTS[rival.weight] >= WEIGHTS[stance.weight]
}

function listFor(opinions: EntryOpinions, opinion: Opinion): string[] {
  switch (opinion) {
    case 'true':
      return opinions.for
    case 'false':
      return opinions.against
    case 'unsure':
      return opinions.unsure
  }
}
