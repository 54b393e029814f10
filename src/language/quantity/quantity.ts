import Fraction from 'fraction.js'
import { withoutLatex } from '../latex.ts'
import { collapseSpaces, isAscii } from '../words.ts'
import { fromDecimal, matchAt, powerOfTen, scanNumber } from './scan-number.ts'
import { OTHER_SPELLINGS, OTHER_UNITS, PREFIXED_UNITS, PREFIXES } from './unit-table.ts'

export interface Quantity {
  readonly value: Fraction
  readonly unit: Unit | null
  /** Infinity for exact values, such as 3/4 or "twelve". */
  readonly significantDigits: number
}

const LONGEST_TEXT = 400
const EXACTLY = /^(?:exactly|precisely|=|equals|equal to) ?| (?:exactly|precisely)$/gi
const WRAPPED = /^\(([^()]+)\)$/
const SIGN = /^(?:([+-])|(minus|negative) ) ?/i

/** Parses a text that is one quantity and nothing else; null for “about 5” and “at least 5”, which are not one number. */
export function parseQuantity(text: string): Quantity | null {
  if (text.length > LONGEST_TEXT) return null
  const body = normalizeText(text).replace(WRAPPED, '$1').replace(EXACTLY, '').trim()
  const sign = SIGN.exec(body)
  // Both "$-5" and "-$5" are used.
  const rest = sign ? body.slice(sign[0].length) : body.replace(/^([$€£]) ?-(?=\d)/, '$1')
  const isNegative = sign ? sign[1] !== '+' : rest !== body
  const scanned = scanQuantity(rest, 0)
  if (!scanned || scanned.end !== rest.length) return null
  const { value, unit, significantDigits } = scanned
  return { value: isNegative ? value.neg() : value, unit, significantDigits }
}

const CURRENCY_BEFORE = /(US\$|[$€£]) ?/y
const DECADE = /\d{3}0s(?![\p{L}\d])/uy

/** Scans the unsigned number, with its unit if it has one, that starts at a position: "$5", "3 km", "4-inch". */
export function scanQuantity(text: string, start: number): (Quantity & { end: number }) | null {
  const currency = matchAt(CURRENCY_BEFORE, text, start)
  const number = scanNumber(text, start + (currency?.[0].length ?? 0))
  if (!number) return null
  if (currency) return { ...number, unit: findUnit(currency[1]!) }
  // The s of "the 1990s" is not a second.
  if (matchAt(DECADE, text, start)) return { ...number, unit: null }
  const { end } = number
  const hasGap = text[end] === ' ' || (text[end] === '-' && /\p{L}/u.test(text[end + 1] ?? ''))
  return { ...number, unit: null, ...scanUnit(text, hasGap ? end + 1 : end) }
}

/** Normalises the many ways to write a number, a sign or a unit: plain characters, `^` and `a/b`, no LaTeX. */
export function normalizeText(text: string): string {
  const plain = withoutLatex(text.trim())
  return collapseSpaces(isAscii(plain) ? plain : plainSigns(plain))
}

// NFKC would turn 10⁸ into 108 and 2½ into 21/2, so superscripts and fractions are set apart first.
function plainSigns(text: string): string {
  return text
    .replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, '^$&')
    .replace(/(?<=[\d⁰¹²³⁴-⁹])(?=[¼-¾⅐-⅞])/g, ' ')
    .replace(/[º˚]/g, '°')
    .normalize('NFKC')
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/[⁄∕]/g, '/')
    .replace(/[−‐‑‒–]/g, '-')
    .replace(/[✕✖⨯]/g, '×')
    .replace(/[⋅∙•]/g, '·')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
}

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
const NO_UNIT: Unit = {
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
function timesUnit(left: Unit, right: Unit, exponent: number): Unit {
  if (left === NO_UNIT && exponent === 1) return right
  const dimension: Record<string, number> = { ...left.dimension }
  for (const [base, power] of Object.entries(right.dimension))
    dimension[base] = (dimension[base] ?? 0) + power * exponent
  const sign = exponent < 0 ? '/' : left === NO_UNIT ? '' : '·'
  const power = Math.abs(exponent) === 1 ? '' : `^${Math.abs(exponent)}`
  const symbol = `${left.symbol || (exponent < 0 ? '1' : '')}${sign}${right.symbol}${power}`
  return { ...NO_UNIT, symbol, name: symbol, dimension, factor: left.factor.mul(right.factor.pow(exponent)) }
}

function fillTables(): void {
  for (const [symbol, named, dimension, factor] of PREFIXED_UNITS) {
    addUnit(symbol, named, unitOf(symbol, named, dimension, factorOf(factor)))
    for (const [prefix, prefixName, exponent] of PREFIXES) {
      const short = prefix + symbol
      const long = named.replace(/\S+/g, (word) => prefixName + word)
      const scaled = factorOf(factor).mul(powerOfTen(Number(exponent)))
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

export interface ScannedUnit {
  readonly unit: Unit
  readonly end: number
}

interface ScannedFactor extends ScannedUnit {
  readonly exponent: number
  /** Whether it was written as a symbol; only symbols can be multiplied by a space, as in "N m". */
  readonly symbolic: boolean
}

const WORDS = /US\$|(?:° ?)?\p{L}+(?:[ -]\p{L}+){0,3}|[$€£%°¢]/uy
const EXPONENT = / ?\^ ?([+-]?\d)(?!\d)|(-?[1-4])(?![\d\p{L}.])/uy
const SEPARATOR = / ?(\/) ?| (per) (?:an? )?| ?[·*] ?| /iuy
const AREA_WORD = /(square|cubic|sq\.?|cu\.?) /iuy
// "per mole", as in "6 × 10^23 per mole".
const LEADING_PER = /(?:per (?:an? )?|\/ ?)(?=\p{L})/iuy
/** In "5 m in the river" or "12 V A battery" the next word only looks like a unit. */
const ORDINARY = new Set(['in', 'A', 'd'])

/** Scans the longest unit, possibly compound ("kg·m/s^2", "miles per hour"), that starts at a position. */
export function scanUnit(text: string, start: number): ScannedUnit | null {
  const named = scanFactor(text, start, true)
  const per = named ? null : matchAt(LEADING_PER, text, start)
  const first = per ? scanFactor(text, start + per[0].length, true) : named
  if (!first) return null
  // Everything after a slash belongs to the denominator: "J/kg·K" means J/(kg·K).
  let side = per ? -1 : 1
  let unit = timesUnit(NO_UNIT, first.unit, first.exponent * side)
  let { end, symbolic } = first
  for (;;) {
    const separator = matchAt(SEPARATOR, text, end)
    if (!separator) break
    const [all, slash, perWord] = separator
    const next = scanFactor(text, end + all.length, false)
    if (!next || (all === ' ' && !(symbolic && next.symbolic))) break
    if (all === ' ' && ORDINARY.has(text.slice(end + 1, next.end))) break
    if (slash || perWord) side = -1
    unit = timesUnit(unit, next.unit, next.exponent * side)
    end = next.end
    symbolic = next.symbolic
  }
  return { unit, end }
}

/** Parses a text that is a unit and nothing else. */
export function parseUnit(text: string): Unit | null {
  const scanned = scanUnit(text, 0)
  return scanned && scanned.end === text.length ? scanned.unit : null
}

function scanFactor(text: string, start: number, isFirst: boolean): ScannedFactor | null {
  const area = matchAt(AREA_WORD, text, start)
  const named = longestName(text, start + (area?.[0].length ?? 0))
  if (!named) return null
  if (area) return { ...named, exponent: /^sq/i.test(area[0]) ? 2 : 3 }
  const raised = matchAt(EXPONENT, text, named.end)
  // "5 m-3" is a subtraction; the hyphen is the sign of an exponent only in a compound unit, as in "m s-1".
  if (!raised || (isFirst && raised[2]?.startsWith('-'))) return named
  return { ...named, exponent: Number(raised[1] ?? raised[2]), end: named.end + raised[0].length }
}

function longestName(text: string, start: number): ScannedFactor | null {
  const match = matchAt(WORDS, text, start)
  if (!match) return null
  for (let name = match[0]; name !== ''; name = name.replace(/(?:^|[ -])[^ -]*$/, '')) {
    const unit = findUnit(name)
    if (unit) return { unit, exponent: 1, end: start + name.length, symbolic: symbols.has(name) }
  }
  return null
}
