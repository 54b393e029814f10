import { decimalPlaces, toDecimal, toRoundedDecimal, type Unit } from '../../../../language/quantity/index.ts'
import type { Amount } from './amount.ts'

const ROUNDED_DIGITS = 9
const MOST_DECIMAL_PLACES = 20
const CURRENCY_SYMBOLS = ['$', '€', '£']
const PLURALS: Readonly<Record<string, string>> = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
  decade: 'decades',
  century: 'centuries',
  acre: 'acres',
  byte: 'bytes',
  bit: 'bits',
  cent: 'cents',
}

/** Whether the written form of an amount is its value exactly, with nothing rounded. */
export function isWrittenExactly(amount: Amount): boolean {
  const places = decimalPlaces(amount.value)
  return amount.exact && places !== null && places <= MOST_DECIMAL_PLACES
}

/** Writes an amount with its unit: "8.04672 km", "$12.50", "15%", rounded to nine digits if necessary. */
export function formatAmount(amount: Amount): string {
  const number = isWrittenExactly(amount)
    ? toDecimal(amount.value)
    : toRoundedDecimal(amount.value, ROUNDED_DIGITS)
  const symbol = amount.unit?.symbol
  if (!amount.unit || symbol === undefined) return number
  if (symbol === '%' || symbol === '°') return number + symbol
  if (CURRENCY_SYMBOLS.includes(symbol)) return formatMoney(number, symbol)
  return `${number} ${number === '1' || number === '-1' ? symbol : pluralOf(amount.unit)}`
}

/** Writes an amount as an answer that says when it is rounded. */
export function formatAnswer(amount: Amount): string {
  return isWrittenExactly(amount) ? formatAmount(amount) : `approximately ${formatAmount(amount)}`
}

function formatMoney(number: string, symbol: string): string {
  const cents = /\.\d$/.test(number) ? `${number}0` : number
  return cents.startsWith('-') ? `-${symbol}${cents.slice(1)}` : symbol + cents
}

function pluralOf(unit: Unit): string {
  return PLURALS[unit.symbol] ?? unit.symbol
}

/** Writes a number as part of an expression: in full, a third as 1/3. */
export function formatLiteral(amount: Amount): string {
  if (!amount.exact) return 'pi'
  if (isWrittenExactly(amount)) return formatAmount(amount)
  const { numerator, denominator } = amount.value
  return `${numerator}/${denominator}${amount.unit ? ` ${amount.unit.symbol}` : ''}`
}
