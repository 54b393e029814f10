import { isOrdinal, joinNumbers, numberFromWord, SCALES } from '../../language/number-words.ts'
import { findUnit } from '../../language/quantity/units.ts'
import { normalizeSpelling } from '../../language/words.ts'

/** A number by its value, as text; ordinals are kept apart from counts, because the 3rd is not three. */
export interface NumberToken {
  value: string
  isOrdinal: boolean
  /** “One” is more often a pronoun, “once” an adverb. */
  isSoft: boolean
}

/** What begins with a digit and is a number; H2O and 1990s are names. */
const FIGURE = /^\d+(?:\.\d+|st|nd|rd|th)?$/
/** As often an adverb as an ordinal, and not an ordinal that people count with. */
const NO_RANKS = new Set(['first', '1st', 'zeroth'])

/** The number a folded word stands for, or null. */
export function numberOf(word: string): NumberToken | null {
  if (NO_RANKS.has(word) || (/\d/.test(word) && !FIGURE.test(word))) return null
  const value = SCALES.get(word) ?? numberFromWord(word)
  if (value === null) return null
  return {
    value: String(Number(value)),
    isOrdinal: isOrdinal(word),
    isSoft: word === 'one' || word === 'once',
  }
}

/** Two adjacent numbers as one if they are read as one: “3 million”, “twenty five”; otherwise null. */
export function joined(left: NumberToken, right: NumberToken, rightWord: string): NumberToken | null {
  const [first, second] = [Number(left.value), Number(right.value)]
  if (SCALES.has(rightWord) && first < second) return { ...right, value: String(first * second) }
  const value = /\d/.test(rightWord) ? null : joinNumbers(left.value, right.value)
  return value === null ? null : { value, isOrdinal: right.isOrdinal, isSoft: false }
}

/** How people write units besides their symbols. */
const UNIT_WORDS = new Map(
  Object.entries({
    kms: 'kilometer',
    kgs: 'kilogram',
    usd: 'dollar',
    '£': 'pound',
    rs: 'rupee',
    inr: 'rupee',
    '₹': 'rupee',
  }),
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
