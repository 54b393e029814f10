import { foldText } from '../../language/words.ts'
import { stableHash } from '../../utils/stable-hash.ts'

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Eight hexadecimal digits that stand nowhere in a text, always the same for the same text. They are not to be read
 * into it either: in capitals, full-width, or with invisible characters between them.
 */
export function drawMarker(text: string): string {
  const seen = foldText(text).replace(INVISIBLE, '')
  for (let draw = 0; ; draw++) {
    const marker = stableHash(`${draw} ${text}`).toString(16).padStart(8, '0')
    if (!seen.includes(marker)) return marker
  }
}
