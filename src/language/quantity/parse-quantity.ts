import { type Bound, withoutBound } from './bound.ts'
import { normalizeText } from './normalize-text.ts'
import type { Quantity } from './quantity.ts'
import { isInteger, negate, RationalRangeError } from './rational.ts'
import { digitsNeeded } from './rational-decimal.ts'
import type { Notation } from './scan-number.ts'
import { type ScannedQuantity, scanQuantity } from './scan-quantity.ts'

const LONGEST_TEXT = 400
const WRAPPING = /^(?:\*\*(.+)\*\*|__(.+)__|`(.+)`|"(.+)"|'(.+)'|\(([^()]+)\))$/
const CLOSING = /(?<![.!;,])[.!;,]+$/
const APPROXIMATELY =
  /^(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca\.|c\.|some|an? estimated|estimated|close to|[~≈≃≅∼])(?: |(?<=[~≈≃≅∼]))/i
const EXACTLY = /^(?:exactly|precisely|=|equals|equal to) ?/i
const OR_SO = / (?:or so|approximately|approx\.?|roughly|\(?approx(?:imately|\.)?\)?)$/i
const EXACT_AFTER = / (?:exactly|precisely)$/i
const SIGN = /^(?:([+-])|(minus|negative) ) ?/i

/** Parses a text that is one quantity, hedged or not; null if it says anything else. */
export function parseQuantity(text: string): Quantity | null {
  if (text.length > LONGEST_TEXT) return null
  const { body, approximate, bound } = withoutHedges(normalizeText(text))
  const sign = SIGN.exec(body)
  // Both "$-5" and "-$5" are used.
  const rest = sign ? body.slice(sign[0].length) : body.replace(/^([$€£]) ?-(?=\d)/, '$1')
  const negative = sign ? sign[1] !== '+' : rest !== body
  const scanned = scanWithinLimits(rest, 0, 'quantity')
  if (!scanned || scanned.end !== rest.length) return null
  return toQuantity(scanned, { negative, approximate, bound })
}

/** Converts a scanned number to a quantity; a hedged "about 300" has one significant digit. */
export function toQuantity(
  { value, unit, significantDigits }: ScannedQuantity,
  { negative, approximate, bound }: { negative: boolean; approximate: boolean; bound: Bound | null },
): Quantity {
  // The zeros of "3.00" were written on purpose; those of "about 300" are only placeholders.
  const digits = approximate && isInteger(value) ? digitsNeeded(value) : significantDigits
  return {
    value: negative ? negate(value) : value,
    unit,
    significantDigits: Math.min(significantDigits, digits),
    approximate,
    bound,
  }
}

/** Scans a quantity; null also if the number is too large. */
export function scanWithinLimits(text: string, start: number, notation: Notation): ScannedQuantity | null {
  try {
    return scanQuantity(text, start, notation)
  } catch (error) {
    if (error instanceof RationalRangeError) return null
    throw error
  }
}

function withoutHedges(text: string): { body: string; approximate: boolean; bound: Bound | null } {
  let body = text
  let bound: Bound | null = null
  let approximate = false
  for (let before = ''; before !== body; ) {
    before = body
    body = body.replace(WRAPPING, (...groups) => groups.slice(1, 7).find((group) => group !== undefined))
    body = body.replace(CLOSING, '').trim()
    approximate ||= APPROXIMATELY.test(body) || OR_SO.test(body)
    body = body.replace(APPROXIMATELY, '').replace(OR_SO, '')
    body = body.replace(EXACTLY, '').replace(EXACT_AFTER, '').trim()
    if (bound === null) ({ bound, body } = withoutBound(body))
  }
  return { body, approximate, bound }
}
