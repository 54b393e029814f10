import { foldText } from '../../language/words.ts'
import { stableHash } from '../../utils/stable-hash.ts'

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** What stands in our own words. */
const PUNCTUATION = /[–—‘’“”„…]/g
/** A text without any other special characters has no variants but capitals. */
const PLAIN = /^[\p{ASCII}–—‘’“”„…]*$/u

/**
 * Eight hexadecimal digits that occur nowhere in a text, always the same for the same text. Variants of them must not
 * occur either: in capitals, full-width, or with invisible characters in between.
 */
export function drawMarker(text: string): string {
  const seen = withPlainDigits(text)
  for (let draw = 0; ; draw++) {
    const marker = stableHash(`${draw} ${text}`).toString(16).padStart(8, '0')
    if (!seen.includes(marker)) return marker
  }
}

/** A text in which every variant of a hexadecimal digit is that digit. */
export function withPlainDigits(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return foldText(text.replace(PUNCTUATION, ' ')).replace(INVISIBLE, '')
}

/** The shortest beginning of a marker that follows no opening bracket in any of the texts; at least two digits. */
export function drawPrefix(marker: string, texts: string[]): string {
  const seen = withPlainDigits(texts.join('\n'))
  for (let length = 2; length < marker.length; length++)
    if (!seen.includes(`[${marker.slice(0, length)}`)) return marker.slice(0, length)
  return marker
}
