import type { TextNote } from '../../../contract/deliberation.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { isCode } from './normal-form.ts'

const UNWRITABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/

/** A text as it is kept, with notes on what was changed. */
export interface KeptText {
  text: string
  notes: TextNote[]
}

/**
 * Keeps an answer or a reason as it was written. Only text that cannot be stored or is far too long is changed, with a
 * note.
 */
export function keepText(written: string, what: 'answer' | 'reason' | 'reply'): KeptText {
  const notes: TextNote[] = []
  const isCut = written.length > LIMITS.answerCharacters
  const within = isCut ? written.slice(0, LIMITS.answerCharacters).replace(/[\uD800-\uDBFF]$/, '') : written
  const text = within.replace(UNWRITABLE, '\uFFFD')
  if (text !== within)
    notes.push({
      code: 'characters_replaced',
      message: `Its ${what} contained characters that are not text (NUL or half of a surrogate pair); each was replaced with \uFFFD.`,
    })
  if (isCut)
    notes.push({
      code: 'text_cut',
      message: `Its ${what} was cut after ${LIMITS.answerCharacters} of ${written.length} characters.`,
    })
  if (DIRECTIONS.test(text) && isCode(text))
    notes.push({
      code: 'bidirectional_controls',
      message: `Its ${what} is code with bidirectional control characters; it may run differently than it reads.`,
    })
  return { text, notes }
}
