import type { ClaimOpinion as Opinion } from '../../../contract/claims.ts'
import type { Ledger, LedgerEntry, Ruling } from './ledger.ts'

/** Where the seats stand on an entry, by seat key; a seat that gave no text and no ruling is in none of the lists. */
export interface EntryOpinions {
  for: string[]
  against: string[]
  /** Those who say that it depends. */
  conditional: string[]
  unsure: string[]
}

const LISTS = { true: 'for', false: 'against', depends: 'conditional', unsure: 'unsure' } as const

/**
 * Where every seat stands on every entry. Once the panel was asked, what a seat said then counts, and a seat that was
 * heard and left an entry out is unsure; before, what its text says, and a text that is silent is unsure.
 */
export function opinionsOn(ledger: Ledger, seats: string[]): EntryOpinions[] {
  const { entries, writers = seats } = ledger
  const heard = new Set(entries.flatMap(({ rulings }) => rulings.map(({ seat }) => seat)))
  return entries.map((entry) => {
    const opinions: EntryOpinions = { for: [], against: [], conditional: [], unsure: [] }
    for (const seat of seats) {
      if (entry.isExamined ? !heard.has(seat) : !writers.includes(seat)) continue
      opinions[LISTS[opinionOf(entry, seat)]].push(seat)
    }
    return opinions
  })
}

/** What a seat last said of an entry; null when it was not asked or did not answer. */
export function lastRuling({ rulings }: LedgerEntry, seat: string): Ruling | null {
  return rulings.findLast((ruling) => ruling.seat === seat) ?? null
}

/** Whether the text of a seat makes a point; null for a text that is silent. */
export function saysInItsText({ stances }: LedgerEntry, seat: string): boolean | null {
  return stances.find((stance) => stance.seat === seat)?.says ?? null
}

function opinionOf(entry: LedgerEntry, seat: string): Opinion {
  if (entry.isExamined) return lastRuling(entry, seat)?.opinion ?? 'unsure'
  const says = saysInItsText(entry, seat)
  return says === null ? 'unsure' : says ? 'true' : 'false'
}

/** How many models affirm an entry, deny it, say that it depends, or cannot tell. */
export interface Tally {
  true: number
  false: number
  depends: number
  unsure: number
}

/** The models on each side; one whose seats are not of one mind is unsure. */
export function tallyOf(opinions: EntryOpinions, { voters }: Ledger): Tally {
  const byModel = new Map<string, Set<Opinion>>()
  for (const [opinion, list] of Object.entries(LISTS) as Array<[Opinion, keyof EntryOpinions]>)
    for (const seat of opinions[list]) {
      const model = voters[seat] ?? seat
      byModel.set(model, (byModel.get(model) ?? new Set()).add(opinion))
    }
  const tally: Tally = { true: 0, false: 0, depends: 0, unsure: 0 }
  for (const said of byModel.values()) tally[said.size === 1 ? [...said][0]! : 'unsure']++
  return tally
}

/** How many models a tally counts. */
export function sizeOf(tally: Tally): number {
  return tally.true + tally.false + tally.depends + tally.unsure
}
