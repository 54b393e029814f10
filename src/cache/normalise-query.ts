import { isStopWord } from '../language/words.ts'
import { bothEnds } from '../utils/both-ends.ts'
import { memoise } from '../utils/memoise.ts'

const MARKS = /(?:(?<![?!.])[?!.]+| \?)$/
/**
 * The text before it, where the punctuation only ends a sentence: a word, because a single letter may be a variable (n!
 * is a factorial); after a number, only a question mark. Matched against the last few characters, to bound the time.
 */
const CLOSED_WORD = /\p{L}\p{M}*\p{L}\p{M}*$/u
const CLOSED_BEFORE = 12

// Frequent questions are what the cache is for, so their normal forms are remembered.
const REMEMBERED = { most: 1_000, longestText: 500 }

/**
 * A query in the normal form in which identical questions are equal: case, spacing and closing punctuation removed. All
 * else stays, because it could be mathematics or code: a superscript (10³ is not 103), a factorial (5! is not 5). Nobody
 * types a text of many pages twice: of such a text everything stays, and only the same text is equal.
 */
export const normaliseQuery = memoise(normalForm, REMEMBERED)

function normalForm(query: string): string {
  const text = query.normalize('NFC').trim()
  if (text.length > LONGEST_FOLDED) return text
  const isLaidOut = LAID_OUT.test(text) && CODE_SIGN.test(text)
  return withoutClosing(foldCase(isLaidOut ? text : text.replace(/\s+/g, ' ')))
}

/** Folding takes a millisecond for a few thousand characters. */
const LONGEST_FOLDED = 16_000

const CODE_SIGN = /[;:(){}=<>[\]"'`]/
/** Indented lines, and spaces inside quotes: there the white space may be code. */
const LAID_OUT = /\n[ \t]+\S|["'`][^"'`\n]{0,200}\s{2}/

function withoutClosing(text: string): string {
  const marks = MARKS.exec(text)?.[0] ?? ''
  if (marks === '') return text
  const rest = text.slice(0, -marks.length)
  const isNumberAsked = /\d$/.test(rest) && marks.trim() === '?'
  return isNumberAsked || CLOSED_WORD.test(rest.slice(-CLOSED_BEFORE)) ? rest : text
}

/**
 * Lower-cases the capitals that carry no meaning. Short words keep theirs (mW is not MW, US is not us), unless they open
 * the text, are function words, or the whole text is in capitals. Anything that may be code keeps its capitals: userName
 * is not username.
 */
function foldCase(text: string): string {
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

const LONGEST_EMBEDDED = 16_000

/** The part of a query that its vector is made of. */
export function embeddedText(query: string): string {
  return bothEnds(query, LONGEST_EMBEDDED)
}
