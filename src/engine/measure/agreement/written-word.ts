import { numberOfWord } from '../../../language/number-words.ts'
import { letterPairs, type SpelledWord } from '../../../language/word-likeness.ts'
import { foldText, isStopWord, stem } from '../../../language/words.ts'

/** A word by itself, whatever stands around it. */
export interface WrittenWord extends SpelledWord {
  /** Folded; a number in digits. */
  written: string
  /** The number it stands for, in digits; null when it stands for none. */
  number: string | null
  isCapitalised: boolean
  isStopWord: boolean
}

const known = new Map<string, WrittenWord>()
const WORDS_REMEMBERED = 5_000
const LONGEST_REMEMBERED = 12

/** Reads a word as it stands in a text; the same few thousand come again and again. */
export function readWord(found: string): WrittenWord {
  // Longer words are seldom met again, and a piece of a text that long keeps the whole text in memory.
  if (found.length > LONGEST_REMEMBERED) return readAfresh(found)
  const read = known.get(found)
  if (read !== undefined) return read
  if (known.size >= WORDS_REMEMBERED) known.clear()
  const word = readAfresh(found)
  known.set(found, word)
  return word
}

function readAfresh(found: string): WrittenWord {
  const folded = withoutFootnote(foldText(found))
  const number = numberOfWord(folded)
  const stemmed = number ?? stem(folded)
  return {
    stem: stemmed,
    pairs: letterPairs(stemmed),
    written: number ?? folded,
    number,
    isCapitalised: /^\p{Lu}/u.test(found),
    isStopWord: isStopWord(folded),
  }
}

/** Without the number of a footnote that was run into the word or the year before it. */
function withoutFootnote(word: string): string {
  return word.replace(/^(\p{L}{3,})\d{1,2}$/u, '$1').replace(/^((?:1\d|20)\d\d)\d{1,2}$/, '$1')
}
