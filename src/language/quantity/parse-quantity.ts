import { normalizeText } from './normalize-text.ts'
import { type Quantity, scanQuantity } from './scan-quantity.ts'

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
