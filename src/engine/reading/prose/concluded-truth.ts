import { sentencesOf } from '../../../language/sentences.ts'
import { plainProse } from '../text/plain-prose.ts'

const LONGEST_END = 600
const OPENS_WITH_TRUTH = /^\W*(?:yes|no|true|false|correct|incorrect)\b/i
const TRUTH =
  /\b(?:statement|claim|assertion|premise|proposition|answer|it|this|that)\b[^.;]{0,60}?\b(?:is|would be|must be)\s+(?:therefore\s+|thus\s+|indeed\s+|clearly\s+|simply\s+|definitely\s+)?(not\s+)?["“]?(true|false|correct|incorrect|yes|no)\b(?! longer| more)/i

/** Yes or no, true or false, as the last sentence of some reasoning concludes it; null when the reply opens with it anyway. */
export function concludedTruth(text: string): string | null {
  if (OPENS_WITH_TRUTH.test(text)) return null
  const last = sentencesOf(plainProse(text.slice(-LONGEST_END))).at(-1) ?? ''
  const conclusion = TRUTH.exec(last)
  if (!conclusion) return null
  const holds = /^(?:true|correct|yes)$/i.test(conclusion[2] ?? '')
  return holds !== (conclusion[1] !== undefined) ? 'Yes' : 'No'
}
