import { numberFromWord } from '../../../language/number-words.ts'
import { letterPairs, type SpelledWord } from '../../../language/word-likeness.ts'
import { foldText, isStopWord, stem } from '../../../language/words.ts'
import { memoise } from '../../../utils/bounded-cache.ts'

/** A single word without its context. */
export interface WrittenWord extends SpelledWord {
  /** Folded; numbers in digits. */
  written: string
  /** Its value in digits if it is a number, otherwise null. */
  number: string | null
  isCapitalised: boolean
  isStopWord: boolean
}

/** Reads a word as it is written in a text; cached, because the same few thousand words occur again and again. */
export const readWord = memoise(readAfresh, { most: 5_000, longestText: 12 })

function readAfresh(found: string): WrittenWord {
  const folded = withoutFootnote(foldText(found))
  const number = numberFromWord(folded)
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

/** Without the number of a footnote that was joined to the word or year before it. */
function withoutFootnote(word: string): string {
  return word.replace(/^(\p{L}{3,})\d{1,2}$/u, '$1').replace(/^((?:1\d|20)\d\d)\d{1,2}$/, '$1')
}
