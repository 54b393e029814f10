import type { ClaimOpinion, ClaimType } from '../../../contract/claims.ts'

/** What the text of a seat says of a point, with the words in which it does. */
export interface Stance {
  /** The key of the seat. */
  seat: string
  says: boolean
  /** The words, found in the text; null where the reader's one-line answers alone say so. */
  quote: string | null
}

/** What a seat said of an entry when it was asked. */
export interface Ruling {
  /** The key of the seat. */
  seat: string
  iteration: number
  opinion: ClaimOpinion
  /** Why it is not simply true, or what changed the mind of the seat; empty for nothing. */
  reason: string
}

/** An entry of the ledger: a point, which texts make it, and what was said of it. */
export interface LedgerEntry {
  /** One sentence that can be judged by itself, in the words of the reader. */
  text: string
  type: ClaimType
  isCentral: boolean
  /** Whether no text makes it; the reader named it as missing. */
  isGap: boolean
  /** What the texts say of it; a text without a stance is silent. */
  stances: Stance[]
  /** Whether it was put to the panel. */
  isExamined: boolean
  /** Everything that was said of it, in order; the last ruling of a seat counts. */
  rulings: Ruling[]
  isStruck: boolean
}

/** The points of a run and everything that was said of them; plain data, so that it can be stored. */
export interface Ledger {
  entries: LedgerEntry[]
  /** The model of each seat, by seat key: several seats of one model count once. */
  voters: Record<string, string>
  /** The keys of the seats that wrote a text; absent for all. */
  writers?: string[]
}

/** The ledger where nobody could read the texts, or there was nothing to read. */
export const NO_CLAIMS: Ledger = { entries: [], voters: {} }

/** What a seat said of an entry, and what it counts as. */
export interface GivenRuling {
  /** The place of the entry in the ledger. */
  place: number
  said: ClaimOpinion
  counted: ClaimOpinion
  reason: string
}

/** The ledger with what seats said in an iteration added to its entries. */
export function withRulings(
  ledger: Ledger,
  said: Array<{ hearing: { seat: { key: string } }; rulings: GivenRuling[] }>,
  iteration: number,
): Ledger {
  const entries = ledger.entries.map((entry, place): LedgerEntry => {
    const rulings = said.flatMap(({ hearing, rulings }) =>
      rulings
        .filter((ruling) => ruling.place === place)
        .map(({ counted, reason }) => ({ seat: hearing.seat.key, iteration, opinion: counted, reason })),
    )
    return rulings.length === 0 ? entry : { ...entry, rulings: [...entry.rulings, ...rulings] }
  })
  return { ...ledger, entries }
}
