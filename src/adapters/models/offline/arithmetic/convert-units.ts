import type Fraction from 'fraction.js'
import {
  convert,
  parseQuantity,
  parseUnit,
  sameDimension,
  type Unit,
} from '../../../../language/quantity/index.ts'
import { type Calculation, formatNumber, isShortDecimal } from './evaluate-expression.ts'

const COUNT = /^how (?:many|much) (.+?) (?:(?:are|is)(?: there)?(?: in)?|in|make|equals?) (.+)$/i
const COMMAND = /^convert /i
// The last "in" is the one that asks for a unit: "5 in in cm".
const IN_UNIT = /^(.+) (?:in|to|into|as) (.+?)$/i
/** Units whose symbol is a word, which has a plural. */
const WORD = /^(?:day|week|month|year|decade|acre|byte|bit|cent)$/

/** Answers “how many km are 5 miles” and “convert 5 miles to km”; null for anything else. */
export function convertUnits(text: string): Calculation | null {
  const [, counted, from] = COUNT.exec(text) ?? []
  const [, amount, unit] = counted ? ['', from, counted] : (IN_UNIT.exec(text.replace(COMMAND, '')) ?? [])
  const target = parseUnit(unit ?? '')
  // "A day" is one day.
  const quantity = parseQuantity((amount ?? '').replace(/^an? /i, '1 '))
  if (!target || !quantity?.unit || !sameDimension(quantity.unit, target)) return null
  const value = convert(quantity.value, quantity.unit, target)
  const isExact = isShortDecimal({ value, isExact: true })
  const answer = withUnit(value, target)
  return {
    answer: isExact ? answer : `approximately ${answer}`,
    steps: [`${withUnit(quantity.value, quantity.unit)} ${isExact ? '=' : '≈'} ${answer}`],
  }
}

function withUnit(value: Fraction, { symbol }: Unit): string {
  const number = formatNumber({ value, isExact: true })
  if (symbol === '%' || symbol === '°') return number + symbol
  return `${number} ${symbol}${WORD.test(symbol) && number !== '1' ? 's' : ''}`
}
