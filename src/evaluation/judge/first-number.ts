import type Fraction from 'fraction.js'
import { CARDINALS, SCALES, TENS } from '../../language/number-words.ts'
import { normalizeText, scanQuantity } from '../../language/quantity/parse-quantity.ts'
import { matchAt } from '../../language/quantity/scan-number.ts'

/** The words a number can start with; an article counts only before a few words. */
const OPENING_WORDS = [`an?(?= (?:${[...SCALES.keys()].join('|')}))`, ...CARDINALS, ...TENS]

const LONGEST_TEXT = 20_000
// Where a number can start: a currency, a digit, a decimal point before a digit, or a number word; never inside a word.
const START = new RegExp(
  `[$€£]|(?<![\\p{L}\\d_])(?:\\d|\\.\\d|US\\$|(?:USD|EUR|GBP|${OPENING_WORDS.join('|')})(?![\\p{L}\\d]))`,
  'giu',
)
const WORD_REST = /[\p{L}\d'_]+/uy
// Rarely meant as a number without a unit.
const LOOSE_WORD = /^one$/i
const MINUS = /(?:^|[\s(=:,])-$|(?:^|\s)(?:minus|negative) $/i

/** The first number in running text, in digits or words; null if it has none. The 2 of H2O is not one. */
export function firstNumberIn(text: string): Fraction | null {
  const body = normalizeText(text.slice(0, LONGEST_TEXT))
  START.lastIndex = 0
  for (let start = START.exec(body); start !== null; start = START.exec(body)) {
    const { index } = start
    const scanned = scanQuantity(body, index)
    if (scanned !== null && (scanned.unit !== null || !LOOSE_WORD.test(body.slice(index, scanned.end)))) {
      const isNegative = MINUS.test(body.slice(Math.max(0, index - 10), index))
      return isNegative ? scanned.value.neg() : scanned.value
    }
    START.lastIndex = index + Math.max(1, matchAt(WORD_REST, body, index)?.[0].length ?? 0)
  }
  return null
}
