import type Fraction from 'fraction.js'
import { CARDINALS, SCALES, TENS } from '../../language/number-words.ts'
import { normalizeText, scanQuantity } from '../../language/quantity/quantity.ts'
import { fromDecimal, matchAt } from '../../language/quantity/scan-number.ts'
import { foldText, wordsOf } from '../../language/words.ts'
import type { AnswerForm } from './extract-answer.ts'

/** What stands between several right answers. */
export const SEVERAL = ' / '

/** Whether an answer has the value of a decimal number. */
export function sameNumber(answer: string, gold: string): boolean {
  const value = fromDecimal(gold)
  return value !== null && firstNumberIn(answer)?.equals(value) === true
}

/** The value of a decimal number or of a fraction such as 1/2; null for another text. */
function numberIn(text: string): Fraction | null {
  const [above = '', below = '1', ...more] = text.split('/')
  const [dividend, divisor] = [fromDecimal(above), fromDecimal(below)]
  const isNumber = more.length === 0 && dividend !== null && divisor !== null && !divisor.equals(0)
  return isNumber ? dividend.div(divisor) : null
}

/** The letter of the n-th option, counted from 0. */
export function letterOf(place: number): string {
  return String.fromCharCode(65 + place)
}

/** Whether a short answer is right, by its letter, value or words; what these rules cannot tell counts as wrong. */
export function isRight(
  answer: string,
  form: AnswerForm,
  { gold, options }: { gold: string; options?: string[] | undefined },
): boolean {
  const right = gold.trim()
  if (form === 'number') return sameNumber(answer, right)
  if (form === 'text') return right.split(SEVERAL).some((one) => isSaid(one.trim(), answer))
  if (/^[A-P]$/i.test(right)) return answer === right.toUpperCase()
  const place = options?.findIndex((option) => foldText(option) === foldText(right)) ?? -1
  return place !== -1 && answer === letterOf(place)
}

function isSaid(right: string, answer: string): boolean {
  const value = numberIn(right)
  if (value !== null) return firstNumberIn(answer)?.equals(value) === true
  return ` ${wordsOf(answer).join(' ')} `.includes(` ${wordsOf(right).join(' ')} `)
}

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
