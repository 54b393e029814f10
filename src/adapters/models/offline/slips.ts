import type { AxiomRecord } from '../../../contract/axiom.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import { sidesOf } from './read-off.ts'
import type { Recollection } from './recall.ts'

/** How often the contrarian errs on purpose. */
export const SLIP_RATE = 0.8

/** Whether a contrarian of this name errs on this question; always the same. */
export function slipsOn(model: string, question: string): boolean {
  return stableHash(`${question}|${model}`) / 2 ** 32 < SLIP_RATE
}

/**
 * A plausible mistake for an answer: a slip in its figure, or the value of another thing, as Cairo for the capital of
 * Australia; null if nothing similar would pass as an answer.
 */
export function mistakenFor({ answer, statement }: Recollection, nearby: AxiomRecord[]): string | null {
  const garbled = garble(answer)
  if (garbled !== answer) return garbled
  const kind = kindIn(statement)
  const similar = kind === null ? [] : nearby.filter(({ axiom }) => kindIn(axiom) === kind)
  const values = similar.flatMap(({ axiom }) => sidesOf(axiom)?.value ?? [])
  return answer === sidesOf(statement)?.value ? (values.find((value) => value !== answer) ?? null) : null
}

/** What kind of thing a statement is about, such as the formula in “The chemical formula of water is H2O.” */
function kindIn(statement: string): string | null {
  return /^The (?:\p{Ll}+ )*?(\p{Ll}+) of /u.exec(statement)?.[1] ?? null
}

/** A typical human error: a forgotten carry, a lost power of ten, yes for no. */
export function garble(answer: string): string {
  if (/^yes$/i.test(answer)) return 'no'
  if (/^no$/i.test(answer)) return 'yes'
  if (/\^-?\d+/.test(answer))
    return answer.replace(/\^(-?)(\d+)/, (_, sign, power) => `^${sign}${Number(power) + 1}`)
  // The 2 of H2O is part of a name.
  const number = /(?<![\p{L}\d])(?:\d[\d ,.]*\d|\d)(?![\p{L}\d])(?=\D*$)/u.exec(answer)
  if (number === null) return answer
  const [digits] = number
  return answer.slice(0, number.index) + forgetCarry(digits) + answer.slice(number.index + digits.length)
}

/** Subtracts one from the second-to-last digit, like a forgotten carry; from a single digit, one. */
function forgetCarry(number: string): string {
  const places = [...number.matchAll(/\d/g)].map(({ index }) => index)
  const place = places.at(-2) ?? places[0] ?? 0
  const digit = Number(number[place])
  const isLeading = place === 0 && digit === 1 && places.length > 1
  return `${number.slice(0, place)}${isLeading ? 2 : (digit + 9) % 10}${number.slice(place + 1)}`
}
