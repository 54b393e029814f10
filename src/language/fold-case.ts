import { isStopWord } from './words.ts'

/**
 * Lower-cases the capitals that carry no meaning. Short words keep theirs (mW is not MW, US is not us), unless they open
 * the text, are function words, or the whole text is in capitals. Anything that may be code keeps its capitals: userName
 * is not username.
 */
export function foldCase(text: string): string {
  const plain = maskVerbatim(text)
  const allCapitals = plain === plain.toUpperCase() && LONGER_THAN_UNIT.test(plain)
  const isVerbatim = (offset: number) => plain[offset] === VERBATIM
  return text
    .replace(ARTICLE_OR_PRONOUN, (word, offset: number) => (isVerbatim(offset) ? word : word.toLowerCase()))
    .replace(
      /(^[^\p{L}\p{N}]*)?(\p{L}+)/gu,
      (match, opening: string | undefined, word: string, offset: number) => {
        if (isVerbatim(offset + match.length - word.length)) return match
        if (allCapitals) return match.toLowerCase()
        if (word.length === 1) return match
        if (opening === undefined && HOMOGRAPHS.has(word.toLowerCase())) return match
        const isOrdinaryCapital =
          isTitleCase(word) &&
          (opening !== undefined || word.length === LONGEST_UNIT || isStopWord(word.toLowerCase()))
        return word.length > LONGEST_UNIT || isOrdinaryCapital ? match.toLowerCase() : match
      },
    )
}

/** Words with a different meaning when capitalised. */
export const HOMOGRAPHS = new Set(
  'polish turkey china march august aids job nice swift mercury lent mass catholic pole poles'.split(' '),
)

/** Unit symbols have at most this many letters: mW, kPa, GHz. */
const LONGEST_UNIT = 3
const LONGER_THAN_UNIT = /\p{L}{4}/u

/** “A” or “I” as a word in a sentence, not as the letter itself: “the code of A”, “A in hex”, ord("A"). */
const ARTICLE_OR_PRONOUN = /(?<!\S)[AI](?= (?!(?:and|as|at|by|for|from|in|is|of|on|or|to|with) )\p{L}{2})/gu

/** Text in backticks or quotation marks. An apostrophe inside a word does not open a quotation. */
const QUOTED = /`[^`]+`|"[^"]+"|“[^“”]+”|«[^«»]+»|(?<![\p{L}\p{N}])(?:'[^']+'|‘[^‘’]+’)(?![\p{L}\p{N}])/gu

/** File names, paths and identifiers (read_me, node.js, src/main), and words with a capital inside (userName, iPhone). */
const IDENTIFIER = /_|[\p{L}\p{N}][./\\]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u

/** Placeholder for a character that keeps its case. */
const VERBATIM = '\u0000'

/** A text of the same length in which everything that keeps its case is replaced by the placeholder. */
function maskVerbatim(text: string): string {
  const mask = (part: string) => VERBATIM.repeat(part.length)
  return text.replace(QUOTED, mask).replace(/\S+/g, (token) => (IDENTIFIER.test(token) ? mask(token) : token))
}

function isTitleCase(word: string): boolean {
  return /^\p{Lu}\p{Ll}*$/u.test(word)
}
