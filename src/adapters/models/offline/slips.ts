import type { AxiomRecord } from '../../../contract/axiom.ts'
import { wordsOf } from '../../../language/words.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import { wordsSaid } from './key-words.ts'
import type { Recollection } from './recollections.ts'
import { upToComma } from './up-to-comma.ts'

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
  const own = partsOf(statement)
  if (own === null || own.value !== answer) return null
  const others = nearby.flatMap((other) => partsOf(other.axiom) ?? [])
  return others.find(({ head, value }) => head === own.head && value !== answer)?.value ?? null
}

const LONGEST_MISTAKE = 4

/** The subject of a statement of the form “the capital of this is that”, and its value. */
function partsOf(statement: string): { head: string; value: string } | null {
  const [, subject, predicate] = /^(.+?) (?:is|are) (.+)\.$/.exec(statement) ?? []
  if (subject === undefined || predicate === undefined) return null
  const value = upToComma(predicate)
  // A superlative could refer to anything.
  const head = wordsSaid(subject).find((word) => !/est$/.test(word))
  return head === undefined || wordsOf(value).length > LONGEST_MISTAKE ? null : { head, value }
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
