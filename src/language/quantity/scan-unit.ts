import { matchAt } from './match-at.ts'
import { type Unit, type UnitTerm, unitOf } from './unit.ts'
import { findUnit, isUnitSymbol } from './units.ts'

export interface ScannedUnit {
  readonly unit: Unit
  readonly end: number
}

interface ScannedFactor {
  readonly terms: readonly UnitTerm[]
  readonly end: number
  /** Whether it was written as a symbol; only symbols can be multiplied by a space, as in "N m". */
  readonly symbolic: boolean
}

const WORDS = /US\$|(?:° ?)?\p{L}+(?:[ -]\p{L}+){0,3}|[$€£%°¢]/uy
const EXPONENT = / ?\^ ?(?:\( ?([+-]?\d{1,2}) ?\)|([+-]?\d{1,2}))|(-?[1-4])(?![\d\p{L}.])/uy
const SEPARATOR = / ?(\/) ?| (per) (?:an? )?| ?([·*]) ?| /iuy
const POWER_WORD = / (squared|cubed)(?!\p{L})/iuy
const AREA_WORD = /(square|cubic|sq\.?|cu\.?) /iuy
const LEADING_PER = /(?:per (?:an? )?|\/ ?)(?=\p{L})/iuy

// A unit with a larger exponent is meaningless.
const LARGEST_EXPONENT = 24
const DEEPEST_PARENTHESES = 8

/** Scans the longest unit, possibly compound ("kg·m/s^2", "miles per hour"), that starts at a position. */
export function scanUnit(text: string, start: number): ScannedUnit | null {
  const scanned = scanProduct(text, start, 1) ?? scanRate(text, start)
  if (!scanned || scanned.terms.some((term) => Math.abs(term.exponent) > LARGEST_EXPONENT)) return null
  return { unit: unitOf(merged(scanned.terms)), end: scanned.end }
}

/** Parses a text that is a unit and nothing else. */
export function parseUnit(text: string): Unit | null {
  const scanned = scanUnit(text, 0)
  return scanned && scanned.end === text.length ? scanned.unit : null
}

// "per second", as in "50 per second".
function scanRate(text: string, start: number): ScannedFactor | null {
  const per = matchAt(LEADING_PER, text, start)
  return per && scanProduct(text, start + per[0].length, -1)
}

function scanProduct(text: string, start: number, sign: 1 | -1, depth = 0): ScannedFactor | null {
  const first = scanFactor(text, start, { isFirst: true, depth })
  if (!first) return null
  const terms = raise(first.terms, sign)
  let { end, symbolic } = first
  // Everything after a slash belongs to the denominator: "J/kg·K" means J/(kg·K).
  let side = sign
  for (;;) {
    const separator = matchAt(SEPARATOR, text, end)
    if (!separator) break
    const [all, slash, per, times] = separator
    const next = scanFactor(text, end + all.length, { isFirst: false, depth })
    const sideBySide = !slash && !per && !times
    if (!next || (sideBySide && !(symbolic && next.symbolic && mayFollowUnit(text, end + 1, next.end)))) break
    if (slash || per) side = -1
    terms.push(...raise(next.terms, side))
    end = next.end
    symbolic = next.symbolic
  }
  return { terms, end, symbolic }
}

function scanFactor(
  text: string,
  start: number,
  { isFirst, depth }: { isFirst: boolean; depth: number },
): ScannedFactor | null {
  if (text[start] === '(') {
    const inner = depth < DEEPEST_PARENTHESES ? scanProduct(text, start + 1, 1, depth + 1) : null
    if (inner?.end === undefined || text[inner.end] !== ')') return null
    return withExponent(text, { ...inner, end: inner.end + 1, symbolic: true }, isFirst)
  }
  const area = matchAt(AREA_WORD, text, start)
  const word = longestName(text, start + (area?.[0].length ?? 0))
  if (!word) return null
  if (area) return { ...word, terms: raise(word.terms, area[1]?.toLowerCase().startsWith('sq') ? 2 : 3) }
  return withExponent(text, word, isFirst)
}

function longestName(text: string, start: number): ScannedFactor | null {
  const match = matchAt(WORDS, text, start)
  if (!match) return null
  for (let name = match[0]; name !== ''; name = name.replace(/(?:^|[ -])[^ -]*$/, '')) {
    const unit = findUnit(name)
    if (unit) return { terms: unit.terms, end: start + name.length, symbolic: isUnitSymbol(name) }
  }
  return null
}

function withExponent(text: string, factor: ScannedFactor, isFirst: boolean): ScannedFactor {
  const word = matchAt(POWER_WORD, text, factor.end)
  if (word) {
    return {
      ...factor,
      terms: raise(factor.terms, word[1]?.toLowerCase() === 'squared' ? 2 : 3),
      end: factor.end + word[0].length,
    }
  }
  const match = matchAt(EXPONENT, text, factor.end)
  // "5 m-3" is a subtraction; the hyphen is the sign of an exponent only in a compound unit, as in "m s-1".
  if (!match || (isFirst && match[3]?.startsWith('-'))) return factor
  const exponent = Number(match[1] ?? match[2] ?? match[3])
  return { ...factor, terms: raise(factor.terms, exponent), end: factor.end + match[0].length }
}

// In "5 m in the river" or "12 V A battery" the next word only looks like a unit.
function mayFollowUnit(text: string, start: number, end: number): boolean {
  const written = text.slice(start, end)
  return written !== 'in' && written !== 'A' && written !== 'd'
}

function raise(terms: readonly UnitTerm[], exponent: number): UnitTerm[] {
  return terms.map((term) => ({ ...term, exponent: term.exponent * exponent }))
}

function merged(terms: readonly UnitTerm[]): UnitTerm[] {
  const bySymbol = new Map<string, UnitTerm>()
  for (const term of terms) {
    const exponent = (bySymbol.get(term.symbol)?.exponent ?? 0) + term.exponent
    bySymbol.set(term.symbol, { ...term, exponent })
  }
  return [...bySymbol.values()].filter((term) => term.exponent !== 0)
}
