import type { Bearing, ReadSupport } from '../../../src/engine/measure/claims/bearing.ts'
import type { LedgerEntry, Opinion, Ruling } from '../../../src/engine/measure/claims/ledger.ts'

/** An entry of a ledger that one seat made and nothing is known about, with some fields of its own. */
export function entryOf(text: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const makers = fields.makers ?? ['ada']
  return {
    text,
    makers,
    isCentral: true,
    estimates: Object.fromEntries(makers.map((seat) => [seat, { supports: 1, contradicts: 0, shared: 0 }])),
    support: 0.8,
    rivals: [],
    isExamined: false,
    rulings: [],
    isStruck: false,
    axioms: [],
    contrary: [],
    ...fields,
  }
}

/** What a seat says of an entry. */
export function rulingOf(seat: string, opinion: Opinion, reason = '', iteration = 2): Ruling {
  return { seat, iteration, opinion, reason }
}

/** Reads from a table: for a text, the claims that it supports and those that it contradicts; every text supports itself. */
export function readFromTable(
  table: Record<string, { supports?: string[]; contradicts?: string[] }>,
): ReadSupport {
  const bearing = (claim: string, text: string): Bearing => ({
    supports: Number(claim === text || (table[text]?.supports ?? []).includes(claim)),
    contradicts: Number((table[text]?.contradicts ?? []).includes(claim)),
    shared: 0,
  })
  return async (claims, texts) => claims.map((claim) => texts.map((text) => bearing(claim, text)))
}
