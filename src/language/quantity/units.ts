import { divide, multiply, power, type Rational, rational, ZERO } from './rational.ts'
import { combineUnits, type Dimension, type NamedUnit, type Unit, unitOf } from './unit.ts'
import {
  ANGLE,
  COMPOUND_ALIASES,
  exactly,
  OTHER_UNITS,
  PI,
  PREFIXED_UNITS,
  PREFIXES,
  SYMBOL_ALIASES,
} from './unit-table.ts'

const symbols = new Map<string, Unit>()
const names = new Map<string, Unit>()
const firstNames = new Map<string, string>()
fillTables()

/** Finds a unit by its symbol (case-sensitive) or its English name (case-insensitive), such as "km" or "Kilometres". */
export function findUnit(text: string): Unit | null {
  return symbols.get(text) ?? names.get(text.toLowerCase().replaceAll('-', ' ')) ?? null
}

/** The first English name of a unit, in British spelling; its symbol if it has no name, such as km/h. */
export function unitName({ symbol }: Unit): string {
  return firstNames.get(symbol) ?? symbol
}

/** Whether a text is the symbol of a unit rather than its name. */
export function isUnitSymbol(text: string): boolean {
  return symbols.has(text)
}

function fillTables(): void {
  for (const [symbol, name, dimension, factor] of PREFIXED_UNITS) {
    addUnit(symbol, name, named(symbol, dimension, exactly(factor)))
    for (const [prefix, prefixName, exponent] of PREFIXES) {
      // "5 pm" is usually a time, not a length in picometres.
      const short = prefix + symbol === 'pm' ? null : prefix + symbol
      const long = name.replace(/\S+/g, (word) => prefixName + word)
      const scaled = multiply(exactly(factor), power(rational(10), exponent))
      addUnit(short, long, named(prefix + symbol, dimension, scaled))
    }
  }
  for (const [symbol, name, dimension, factor, offset] of OTHER_UNITS) {
    addUnit(symbol === 'C' ? null : symbol, name, named(symbol, dimension, factor, offset))
  }
  addUnit('rad', 'radian', { ...named('rad', ANGLE, divide(rational(180), PI)), exact: false })
  for (const [symbol, aliases] of SYMBOL_ALIASES) addSymbols(aliases, symbols.get(symbol)!)
  for (const [aliases, left, right, exponent] of COMPOUND_ALIASES) {
    addSymbols(aliases, combineUnits(symbols.get(left)!, symbols.get(right)!, exponent).unit!)
  }
}

function addSymbols(aliases: string, unit: Unit): void {
  for (const alias of aliases.split(' ')) symbols.set(alias.replaceAll('_', ' '), unit)
}

function addUnit(symbol: string | null, namesText: string, unit: NamedUnit): void {
  const whole = unitOf([{ ...unit, exponent: 1 }])
  if (symbol !== null) symbols.set(symbol, whole)
  firstNames.set(unit.symbol, namesText.split(' ')[0]!)
  for (const name of namesText.split(' ').map((word) => word.replaceAll('_', ' '))) {
    for (const form of [name, `${name}s`, name.replace(/^degree /, 'degrees ')]) names.set(form, whole)
  }
}

function named(symbol: string, dimension: Dimension, factor: Rational, offset: Rational = ZERO): NamedUnit {
  return { symbol, dimension, factor, offset, exact: true }
}
