import fc from 'fast-check'
import type { ReadSupport } from '../../../src/engine/measure/claims/bearing.ts'
import type { Ledger, LedgerEntry, Opinion, Ruling } from '../../../src/engine/measure/claims/ledger.ts'
import { contentWords, isNegated } from '../../../src/language/words.ts'

/** An entry made by the first seat, on which the others are silent. */
function entryOf(values: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    text: 'a claim',
    makers: ['a'],
    isCentral: true,
    estimates: {},
    support: 0.5,
    rivals: [],
    isExamined: false,
    rulings: [],
    isStruck: false,
    axioms: [],
    contrary: [],
    ...values,
  }
}

/** A ledger of entries. */
export function ledgerOf(...entries: Array<Partial<LedgerEntry>>): Ledger {
  return { entries: entries.map(entryOf), missed: [] }
}

const OPINIONS: Record<string, Opinion> = { t: 'true', f: 'false', u: 'unsure' }

/** Rulings of one iteration, seat by seat from “a” on: t, f or u, and a point for a seat that says nothing. */
export function rulingsOf(said: string, iteration = 2): Ruling[] {
  return [...said].flatMap((letter, index) => {
    const opinion = OPINIONS[letter]
    return opinion === undefined
      ? []
      : [{ seat: 'abcdefgh'[index]!, iteration, opinion, reason: letter === 'f' ? 'it is wrong' : '' }]
  })
}

/**
 * Reads by shared words: a text supports a claim as far as one of its sentences has the words of the claim; where only
 * one of them is negated, it contradicts it as far.
 */
export const readByWords: ReadSupport = async (claims, texts) =>
  claims.map((claim) => {
    const words = new Set(contentWords(claim))
    return texts.map((text) => {
      const sentences = text.split(/(?<=[.!?])\s+/).map((sentence) => {
        const said = new Set(contentWords(sentence))
        return { share: [...words].filter((word) => said.has(word)).length / words.size, sentence }
      })
      const { share, sentence } = sentences.reduce((best, one) => (one.share > best.share ? one : best))
      return isNegated(sentence) === isNegated(claim)
        ? { supports: share, contradicts: 0, shared: 0 }
        : { supports: 0, contradicts: share, shared: 0 }
    })
  })

const SEATS = ['a', 'b', 'c', 'd', 'e']
const someSeats = (minLength: number) => fc.subarray(SEATS, { minLength })
const probability = fc.double({ min: 0, max: 1, noNaN: true })
const bearing = fc
  .tuple(probability, probability)
  .map(([one, other]) => ({ supports: one, contradicts: Math.min(other, 1 - one), shared: one }))
const ruling = fc.record({
  seat: fc.constantFrom(...SEATS),
  iteration: fc.integer({ min: 2, max: 5 }),
  opinion: fc.constantFrom<Opinion>('true', 'false', 'unsure'),
  reason: fc.constant(''),
})
const entry = fc.record({
  makers: someSeats(1),
  isCentral: fc.boolean(),
  estimates: fc.tuple(...SEATS.map(() => bearing)).map((bearings) => {
    return Object.fromEntries(SEATS.map((seat, index) => [seat, bearings[index]!]))
  }),
  isExamined: fc.boolean(),
  rulings: fc.array(ruling, { maxLength: 12 }).map((rulings) => {
    return rulings.sort((left, right) => left.iteration - right.iteration)
  }),
  contrary: fc.constantFrom<string[]>([], [], ['an axiom']),
})

/** Ledgers of five seats in any state that a run may reach; rulings exist only for entries that were put to the panel. */
export const anyLedger: fc.Arbitrary<Ledger> = fc
  .tuple(
    fc.array(entry, { minLength: 1, maxLength: 40 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
  )
  .map(([parts, pairs]) => {
    const ledger = ledgerOf(
      ...parts.map((part, index) => ({
        ...part,
        text: `claim ${index}`,
        rulings: part.isExamined ? part.rulings : [],
      })),
    )
    for (const [one, other] of pairs.map((pair) => pair.map((place) => place % parts.length))) {
      if (one === other || ledger.entries[one!]!.rivals.includes(other!)) continue
      ledger.entries[one!]!.rivals.push(other!)
      ledger.entries[other!]!.rivals.push(one!)
    }
    return ledger
  })

/** The seats of `anyLedger`. */
export const LEDGER_SEATS = SEATS
