import { foldText } from '../../language/words.ts'
import { stableHash } from '../../utils/stable-hash.ts'

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Eight hexadecimal digits that occur nowhere in a text, always the same for the same text. Variants of them must not
 * occur either: in capitals, full-width, or with invisible characters in between.
 */
export function drawMarker(text: string): string {
  const seen = foldText(text).replace(INVISIBLE, '')
  for (let draw = 0; ; draw++) {
    const marker = stableHash(`${draw} ${text}`).toString(16).padStart(8, '0')
    if (!seen.includes(marker)) return marker
  }
}
