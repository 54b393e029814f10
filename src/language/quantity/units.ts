import Fraction from 'fraction.js'
import { fromDecimal, powerOfTen } from './decimal.ts'
import { OTHER_SPELLINGS, OTHER_UNITS, PREFIXED_UNITS, PREFIXES } from './unit-table.ts'

/** The exponents of the base units; absent ones are zero, and `{}` is a plain number. */
type Dimension = Readonly<Record<string, number>>

/** A unit such as km, °C or km/h: `value × factor + offset` is the value in base units. */
export interface Unit {
  readonly symbol: string
  /** Its first English name, in British spelling; its symbol if it has none. */
  readonly name: string
  readonly dimension: Dimension
  readonly factor: Fraction
  readonly offset: Fraction
}

/** A plain number, as the unit that compound units start from. */
export const NO_UNIT: Unit = {
  symbol: '',
  name: '',
  dimension: {},
  factor: new Fraction(1),
  offset: new Fraction(0),
}

const symbols = new Map<string, Unit>()
const names = new Map<string, Unit>()
fillTables()

/** Finds a unit by its symbol (case-sensitive) or its English name (case-insensitive), such as "km" or "Kilometres". */
export function findUnit(text: string): Unit | null {
  return symbols.get(text) ?? names.get(text.toLowerCase().replaceAll('-', ' ')) ?? null
}

/** Whether a text is the symbol of a unit rather than its name. */
export function isUnitSymbol(text: string): boolean {
  return symbols.has(text)
}

/** Whether two units measure the same thing, so that one can be converted to the other. */
export function sameDimension(left: Unit, right: Unit): boolean {
  const bases = Object.keys({ ...left.dimension, ...right.dimension })
  return bases.every((base) => (left.dimension[base] ?? 0) === (right.dimension[base] ?? 0))
}

/** Converts a value to another unit of the same dimension. */
export function convert(value: Fraction, from: Unit, to: Unit): Fraction {
  return value.mul(from.factor).add(from.offset).sub(to.offset).div(to.factor)
}

/** Multiplies a unit by a power of another; offsets are meaningless in a compound unit and are dropped. */
export function timesUnit(left: Unit, right: Unit, exponent: number): Unit {
  if (left === NO_UNIT && exponent === 1) return right
  const dimension: Record<string, number> = { ...left.dimension }
  for (const [base, power] of Object.entries(right.dimension))
    dimension[base] = (dimension[base] ?? 0) + power * exponent
  const symbol = `${left.symbol || (exponent < 0 ? '1' : '')}${signOf(left, exponent)}${raised(right.symbol, exponent)}`
  return { ...NO_UNIT, symbol, name: symbol, dimension, factor: left.factor.mul(right.factor.pow(exponent)) }
}

function signOf(left: Unit, exponent: number): string {
  if (exponent < 0) return '/'
  return left === NO_UNIT ? '' : '·'
}

function raised(symbol: string, exponent: number): string {
  return Math.abs(exponent) === 1 ? symbol : `${symbol}^${Math.abs(exponent)}`
}

function fillTables(): void {
  for (const [symbol, named, dimension, factor] of PREFIXED_UNITS) {
    addUnit(symbol, named, unitOf(symbol, named, dimension, factorOf(factor)))
    for (const [prefix, prefixName, exponent] of PREFIXES) {
      const short = prefix + symbol
      const long = named.replace(/\S+/g, (word) => prefixName + word)
      const scaled = factorOf(factor).mul(powerOfTen(exponent))
      // "5 pm" is usually a time, not a length in picometres.
      addUnit(short === 'pm' ? '' : short, long, unitOf(short, long, dimension, scaled))
    }
  }
  for (const [written, named, dimension, factor, offset = '0'] of OTHER_UNITS) {
    const unit = unitOf(written || named, named, dimension, factorOf(factor))
    addUnit(written, named, { ...unit, offset: factorOf(offset) })
  }
  for (const [spelling, symbol] of OTHER_SPELLINGS) symbols.set(spelling, symbols.get(symbol)!)
}

function unitOf(symbols: string, names: string, dimension: string, factor: Fraction): Unit {
  const bases = [...dimension.matchAll(/(\p{L}+)(\S*)/gu)]
  return {
    ...NO_UNIT,
    symbol: wordsIn(symbols)[0]!,
    name: wordsIn(names)[0]!,
    dimension: Object.fromEntries(bases.map(([, base, exponent]) => [base!, Number(exponent || 1)])),
    factor,
  }
}

function addUnit(symbolsText: string, namesText: string, unit: Unit): void {
  for (const symbol of wordsIn(symbolsText)) symbols.set(symbol, unit)
  for (const name of wordsIn(namesText))
    for (const form of [name, `${name}s`, name.replace(/^degree /, 'degrees ')]) names.set(form, unit)
}

/** The words of a cell of the table, where an underscore is a space. */
function wordsIn(cell: string): string[] {
  return cell.split(' ').flatMap((word) => (word === '' ? [] : [word.replaceAll('_', ' ')]))
}

function factorOf(text: string): Fraction {
  return text.includes('/') ? new Fraction(text) : fromDecimal(text)!
}
