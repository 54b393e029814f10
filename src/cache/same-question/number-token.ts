import { NUMBER_WORDS, SCALES } from '../../language/number-words.ts'
import { findUnit } from '../../language/quantity/quantity.ts'
import { normalizeSpelling } from '../../language/words.ts'

/** A number by its value, as text; ordinals are kept apart from counts, because the 3rd is not three. */
export interface NumberToken {
  value: string
  isOrdinal: boolean
  /** “One” is more often a pronoun, “once” an adverb. */
  isSoft: boolean
}

/** The ordinals from “third” on: “first” is as often an adverb, and “second” a time. */
const ORDINALS =
  'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
/** Other words with a value, and Roman numerals; a single letter is rarely one. */
const VALUES = new Map([
  ...SCALES,
  ...NUMBER_WORDS,
  ...Object.entries({ once: 1, twice: 2, ii: 2, iii: 3, iv: 4, vi: 6, vii: 7, viii: 8, ix: 9 }),
])
/** What begins with a digit and is a number; H2O and 1990s are names. */
const FIGURE = /^\d+(?:\.\d+|st|nd|rd|th)?$/

/** The number a folded word stands for, or null. */
export function numberOf(word: string): NumberToken | null {
  const rank = ORDINALS.indexOf(word)
  if (rank >= 0) return { value: String(rank + 3), isOrdinal: true, isSoft: false }
  const value = FIGURE.test(word) && word !== '1st' ? Number.parseFloat(word) : VALUES.get(word)
  if (value === undefined) return null
  return {
    value: String(value),
    isOrdinal: /^\d.*\p{L}$/u.test(word),
    isSoft: word === 'one' || word === 'once',
  }
}

/** Two adjacent numbers as one if they are read as one: “3 million”, “twenty five”; otherwise null. */
export function joined(left: NumberToken, right: NumberToken, rightWord: string): NumberToken | null {
  const [first, second] = [Number(left.value), Number(right.value)]
  if (SCALES.has(rightWord) && first < second) return { ...right, value: String(first * second) }
  const isTens = first >= 20 && first <= 90 && first % 10 === 0
  if (/\d/.test(rightWord) || !isTens || second < 1 || second > 9) return null
  return { value: String(first + second), isOrdinal: right.isOrdinal, isSoft: false }
}

/** How people write units besides their symbols. */
const UNIT_WORDS = new Map(
  'kms kilometer ; kgs kilogram ; usd dollar ; £ pound ; rs rupee ; inr rupee ; ₹ rupee'
    .split(' ; ')
    .map((pair) => pair.split(' ') as [written: string, unit: string]),
)
/** Words that are also symbols of units. */
const NEVER = new Set(['in', 'a', 'as', 'at', 'd', 'am', 'pm'])

/** The standard name of a unit, or null if the word is not a unit. */
export function unitNamed(written: string, folded: string): string | null {
  if (NEVER.has(folded)) return null
  const known = UNIT_WORDS.get(folded)
  if (known !== undefined) return known
  const unit = findUnit(written) ?? findUnit(folded)
  return unit === null ? null : normalizeSpelling(unit.name.toLowerCase())
}
