import { matchAt } from './match-at.ts'
import { findUnit, isUnitSymbol, NO_UNIT, timesUnit, type Unit } from './units.ts'

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
    if (unit) return { unit, exponent: 1, end: start + name.length, symbolic: isUnitSymbol(name) }
  }
  return null
}
