import { numberOfWord } from '../../../language/number-word.ts'
import { findUnit } from '../../../language/quantity/units.ts'

const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['lac', 1e5],
  ['million', 1e6],
  ['crore', 1e7],
  ['crores', 1e7],
  ['billion', 1e9],
  ['trillion', 1e12],
])
const ORDINAL = /^\d+(?:st|nd|rd|th)$/

/** A number as a text of its value; ordinals are kept apart from counts, for the 3rd is not three. */
export interface NumberToken {
  value: string
  isOrdinal: boolean
  /** “One” is more often a pronoun. */
  isSoft: boolean
}

const ORDINAL_WORDS = new Set(
  'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' '),
)

const RANKS = 'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
  ' ',
)

/** The number a folded word stands for, or null; “first” is as often an adverb as a rank. */
export function numberOf(word: string): NumberToken | null {
  if (word === '1st' || word === 'first') return null
  const rank = RANKS.indexOf(word)
  if (rank >= 0) return { value: String(rank + 13), isOrdinal: true, isSoft: false }
  if (ORDINAL.test(word)) return { value: String(Number.parseInt(word, 10)), isOrdinal: true, isSoft: false }
  if (/^\d+(?:\.\d+)?$/.test(word)) return { value: String(Number(word)), isOrdinal: false, isSoft: false }
  if (/\d/.test(word)) return null
  const scale = SCALES.get(word)
  if (scale !== undefined) return { value: String(scale), isOrdinal: false, isSoft: false }
  const value = numberOfWord(word)
  if (value === null || word === 'zeroth') return null
  // “One” is more often a pronoun, “once” an adverb.
  if (word === 'once' || word === 'one') return { value: '1', isOrdinal: false, isSoft: true }
  return { value, isOrdinal: ORDINAL_WORDS.has(word), isSoft: false }
}

/** Two neighbouring numbers as one where they read as one: “3 million”, “twenty five”; else null. */
export function joined(left: NumberToken, right: NumberToken, rightWord: string): NumberToken | null {
  const [first, second] = [Number(left.value), Number(right.value)]
  if (SCALES.has(rightWord) && first < second) return { ...right, value: String(first * second) }
  const readsOn =
    !/\d/.test(rightWord) && first >= 20 && first <= 90 && first % 10 === 0 && second >= 1 && second <= 9
  return readsOn ? { value: String(first + second), isOrdinal: right.isOrdinal, isSoft: false } : null
}

/** Names of units that the quantities do not know, or know as something else. */
const OTHER_UNITS = new Map(
  Object.entries({
    kms: 'kilometer',
    kgs: 'kilogram',
    rs: 'rupee',
    inr: 'rupee',
    '₹': 'rupee',
    usd: 'dollar',
    '£': 'pound',
  }),
)

/** Symbols and names of units that are other words as well, so that only a number before them tells. */
const AMBIGUOUS = new Set(
  'day second bit bar mole pa m s g h l v w t c f k b n j au ha cd min gal cal foot pound mi'.split(' '),
)
const NEVER = new Set(['in', 'a', 'as', 'at', 'd', 'am', 'pm'])

/** The one name of a unit, or null where a word is none. */
export function unitNamed(written: string, folded: string, isAfterNumber: boolean): string | null {
  if (NEVER.has(folded)) return null
  const other = OTHER_UNITS.get(folded)
  if (other !== undefined) return other
  if (AMBIGUOUS.has(folded) && !isAfterNumber) return null
  const unit = findUnit(written) ?? findUnit(folded)
  return unit === null ? null : (NAMES.get(unit.symbol) ?? unit.symbol.toLowerCase())
}

/** The names of units by their symbol, so that “kilometres” and “km” meet. */
const NAMES = new Map(
  `kilometer meter centimeter millimeter foot inch kilogram milligram pound liter milliliter hour minute second year
  dollar euro percent celsius terabyte gigabyte megabyte kilobyte kmh`
    .split(/\s+/)
    .map((name) => [findUnit(name)!.symbol, name]),
)
