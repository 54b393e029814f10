import type { Bearing } from './bearing.ts'

/** What a seat says of a claim when it is asked. */
export type Opinion = 'true' | 'false' | 'unsure'

/** What a seat said of an entry in cross-examination or later. */
export interface Ruling {
  /** The key of the seat. */
  seat: string
  iteration: number
  opinion: Opinion
  /** Why it is false, or what changed the mind of the seat; empty for nothing. */
  reason: string
}

/** An entry of the ledger: a claim, who made it, and what was found out about it. */
export interface LedgerEntry {
  /** The claim, verbatim, in the words of its first maker. */
  text: string
  /** The keys of the seats that made it. */
  makers: string[]
  isCentral: boolean
  /** How the text of each seat bears on it, by seat key; 1 for its makers. Estimated once, before anybody is asked. */
  estimates: Record<string, Bearing>
  /** The probability that it is true, from those estimates alone. */
  support: number
  /** The places of other entries that cannot be true together with it. */
  rivals: number[]
  /** Whether it was put to the panel. */
  isExamined: boolean
  /** Everything that was said of it, in order; the last ruling of a seat counts. */
  rulings: Ruling[]
  isStruck: boolean
  /** The ids of axioms that bear on it, and of those that contradict it. */
  axioms: string[]
  contrary: string[]
  /** The places of the documents that its makers cite for it; absent for none. */
  documents?: number[]
}

/** An important point that no text made. */
export interface MissedPoint {
  /** The keys of the seats that named it. */
  seats: string[]
  text: string
}

/** The claims of a run and everything that was said of them; plain data, so that it can be stored. */
export interface Ledger {
  entries: LedgerEntry[]
  missed: MissedPoint[]
  /** The model of each seat, by seat key; a seat that is not listed is a model of its own. */
  voters?: Record<string, string>
}

/** The ledger before anybody wrote a text. */
export const NO_CLAIMS: Ledger = { entries: [], missed: [] }
