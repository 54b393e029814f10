import { isStopWord } from '../engine/words.ts'

/**
 * A text without the capitals that carry no meaning. Short words keep theirs (mW is not MW, US is not us),
 * unless they open the text, hold the sentence together, or everything is shouted.
 */
export function foldCase(text: string): string {
  if (text === text.toUpperCase()) return text.toLowerCase()
  return text
    .replace(ARTICLE_OR_PRONOUN, (word) => word.toLowerCase())
    .replace(/(^\P{L}*)?(\p{L}{2,})/gu, (match, opening: string | undefined, word: string) => {
      const plain =
        isTitleCase(word) &&
        (opening !== undefined || word.length === LONGEST_UNIT || isStopWord(word.toLowerCase()))
      return word.length > LONGEST_UNIT || plain ? match.toLowerCase() : match
    })
}

/** Symbols of units have at most this many letters: mW, kPa, GHz. */
const LONGEST_UNIT = 3

/** A or I within a sentence, and not a letter that is spoken of: “the code of A”, “A in hex”, ord("A"). */
const ARTICLE_OR_PRONOUN = /(?<!\S)[AI](?= (?!(?:and|as|at|by|for|from|in|is|of|on|or|to|with) )\p{L}{2})/gu

function isTitleCase(word: string): boolean {
  return /^\p{Lu}\p{Ll}*$/u.test(word)
}
