/** A text without its quotations, and what was quoted. */
export interface MaskedText {
  /** The text with a mark in the place of each quotation. */
  text: string
  /** The number of words of each quotation. */
  quoted: number[]
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '『': '』',
  '《': '》',
  "'": "'’",
  '‘': "'’",
}
const OPENING = /["“„«「『《'‘]/g
const LONGEST_QUOTATION = 2_000
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u
/** The most words of a quotation that is a term and not a text. */
export const WORDS_OF_TERM = 3
/** Marks of a short and of a long quotation, which no table of words contains. */
const MARKS = { short: ' qqshort ', long: ' qqlong ' }

/** Replaces every quotation by a mark, because what is quoted asks for nothing. */
export function maskQuotations(text: string): MaskedText {
  const quoted: number[] = []
  let masked = ''
  let done = 0
  for (const { 0: mark, index } of text.matchAll(OPENING)) {
    if (index < done) continue
    const end = endOfQuotation(text, index, CLOSING[mark]!)
    if (end === null) continue
    const words = countWords(text.slice(index + 1, end))
    quoted.push(words)
    masked += text.slice(done, index) + (words <= WORDS_OF_TERM ? MARKS.short : MARKS.long)
    done = end + 1
  }
  return { text: masked + text.slice(done), quoted }
}

/** A text without the marks of its quotations. */
export function withoutMarks(text: string): string {
  return text.replace(/qqshort|qqlong/g, '')
}

function endOfQuotation(text: string, start: number, closing: string): number | null {
  const isApostrophe = closing.includes("'")
  // An apostrophe inside a word opens and closes nothing.
  if (isApostrophe && LETTER.test(text.charAt(start - 1))) return null
  const last = Math.min(text.length, start + LONGEST_QUOTATION)
  for (let place = start + 1; place < last; place++) {
    const here = text.charAt(place)
    if (here === '\n' && (isApostrophe || closing === '"')) return null
    if (closing.includes(here) && !(isApostrophe && LETTER.test(text.charAt(place + 1))))
      return place > start + 1 ? place : null
  }
  return null
}

/** The number of words; two characters of a script without spaces count as one word. */
export function countWords(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const spaced = text.match(/[\p{L}\p{N}\p{M}'’-]+/gu)?.length ?? 0
  return unspaced === 0 ? spaced : spaced - 1 + Math.floor(unspaced / 2)
}
