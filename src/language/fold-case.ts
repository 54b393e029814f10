import { isStopWord } from './words.ts'

/**
 * A text without the capitals that carry no meaning. Short words keep theirs (mW is not MW, US is not us),
 * unless they open the text, hold the sentence together, or everything is shouted. What is or may be code keeps
 * its capitals throughout: userName is not username.
 */
export function foldCase(text: string): string {
  const plain = withoutVerbatim(text)
  const shouted = plain === plain.toUpperCase() && LONGER_THAN_UNIT.test(plain)
  const isVerbatim = (offset: number) => plain[offset] === VERBATIM
  return text
    .replace(ARTICLE_OR_PRONOUN, (word, offset: number) => (isVerbatim(offset) ? word : word.toLowerCase()))
    .replace(
      /(^[^\p{L}\p{N}]*)?(\p{L}+)/gu,
      (match, opening: string | undefined, word: string, offset: number) => {
        if (isVerbatim(offset + match.length - word.length)) return match
        if (shouted) return match.toLowerCase()
        if (word.length === 1) return match
        if (opening === undefined && HOMOGRAPHS.has(word.toLowerCase())) return match
        const carriesNone =
          isTitleCase(word) &&
          (opening !== undefined || word.length === LONGEST_UNIT || isStopWord(word.toLowerCase()))
        return word.length > LONGEST_UNIT || carriesNone ? match.toLowerCase() : match
      },
    )
}

/** Words that mean something else with a capital. */
export const HOMOGRAPHS = new Set(
  'polish turkey china march august aids job nice swift mercury lent mass catholic pole poles'.split(' '),
)

/** Symbols of units have at most this many letters: mW, kPa, GHz. */
const LONGEST_UNIT = 3
const LONGER_THAN_UNIT = /\p{L}{4}/u

/** A or I within a sentence, and not a letter that is spoken of: “the code of A”, “A in hex”, ord("A"). */
const ARTICLE_OR_PRONOUN = /(?<!\S)[AI](?= (?!(?:and|as|at|by|for|from|in|is|of|on|or|to|with) )\p{L}{2})/gu

/** Text in backticks or quotes. An apostrophe within a word opens none. */
const QUOTED = /`[^`]+`|"[^"]+"|“[^“”]+”|«[^«»]+»|(?<![\p{L}\p{N}])(?:'[^']+'|‘[^‘’]+’)(?![\p{L}\p{N}])/gu

/** File names, paths and identifiers (read_me, node.js, src/main), and words with a capital inside (userName, iPhone). */
const IDENTIFIER = /_|[\p{L}\p{N}][./\\]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u

/** Stands for every character that keeps its case. */
const VERBATIM = '\u0000'

/** A text of the same length in which all that keeps its case is blotted out. */
function withoutVerbatim(text: string): string {
  const blot = (part: string) => VERBATIM.repeat(part.length)
  return text.replace(QUOTED, blot).replace(/\S+/g, (token) => (IDENTIFIER.test(token) ? blot(token) : token))
}

function isTitleCase(word: string): boolean {
  return /^\p{Lu}\p{Ll}*$/u.test(word)
}
