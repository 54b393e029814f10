import { foldText, isStopWord } from '../../../language/words.ts'

/**
 * How a text ends: as a finished sentence or block does, in the middle of a phrase, or in between, as headings, lists,
 * verse and also texts that were cut off between two words do.
 */
export type TextEnd = 'finished' | 'mid-phrase' | 'open' | 'other'

const FINISHED = /(?:[.!?…。！？؟।]["'”’»」』)\]*_]{0,4}|```)$/
const HANGING = /[,([{،、，]$/
const LAST_WORD = /(?<![\p{L}\p{N}])\p{Ll}{2,}$/u
const IN_MID_SENTENCE = /[\p{Ll}\p{Lo}]$/u
/** Shorter texts without a full stop are headings, titles and names. */
const SHORTEST_CUT = 200
const LONGEST_END = 40

/** How a text ends. */
export function endOf(text: string): TextEnd {
  const end = text.slice(-LONGEST_END)
  if (FINISHED.test(end)) return 'finished'
  if (text.length < SHORTEST_CUT) return 'other'
  // An English function word, such as “the” or “of”, needs another word after it.
  const [word] = LAST_WORD.exec(end) ?? []
  if (HANGING.test(end) || (word !== undefined && isStopWord(foldText(word)))) return 'mid-phrase'
  return IN_MID_SENTENCE.test(end) ? 'open' : 'other'
}
