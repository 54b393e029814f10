import type Fraction from 'fraction.js'
import { withoutLatex } from '../latex.ts'
import { collapseSpaces, isAscii } from '../words.ts'
import { matchAt, scanNumber } from './scan-number.ts'
import { findUnit, scanUnit, type Unit } from './units.ts'

/** A number as someone stated it: its exact value, its unit, and how precisely it was meant. */
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

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const SUPERSCRIPT_VALUES = '0123456789+-'

/** Normalises the many ways to write a number, a sign or a unit: plain characters, `^` and `a/b`, no LaTeX. */
export function normalizeText(text: string): string {
  const plain = withoutLatex(text.trim())
  return collapseSpaces(isAscii(plain) ? plain : plainSigns(beforeCompatibility(plain).normalize('NFKC')))
}

// NFKC would turn 10⁸ into 108 and 2½ into 21/2, so superscripts and fractions are replaced first.
function beforeCompatibility(text: string): string {
  return text
    .replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, (run) => `^${[...run].map(superscriptValue).join('')}`)
    .replace(
      /(\d?)([¼-¾⅐-⅞])/g,
      (_, digit: string, fraction: string) => `${digit && `${digit} `}${fraction.normalize('NFKC')}`,
    )
    .replace(/[º˚]/g, '°')
}

function superscriptValue(character: string): string {
  return SUPERSCRIPT_VALUES.charAt(SUPERSCRIPTS.indexOf(character))
}

function plainSigns(text: string): string {
  return text
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/[⁄∕]/g, '/')
    .replace(/[−‐‑‒–]/g, '-')
    .replace(/[✕✖⨯]/g, '×')
    .replace(/[⋅∙•]/g, '·')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
}
