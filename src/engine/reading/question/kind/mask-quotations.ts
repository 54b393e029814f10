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
  // Up to where no mark of this kind closes a quotation, so that nothing is searched twice.
  const searched: Record<string, number> = {}
  for (const { 0: mark, index } of text.matchAll(OPENING)) {
    if (index < done || !opensQuotation(text, index, mark)) continue
    const from = Math.max(index + 1, searched[mark] ?? 0)
    const { end, isClosed } = endOfQuotation(text, { from, last: index + LONGEST_QUOTATION, mark })
    if (!isClosed) searched[mark] = end
    if (!isClosed || end === index + 1) continue
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

/** An apostrophe inside a word opens nothing. */
function opensQuotation(text: string, place: number, mark: string): boolean {
  return !CLOSING[mark]!.includes("'") || !LETTER.test(text.charAt(place - 1))
}

/** Where a quotation is closed, or where it turns out not to be: at the end of its line, or of what is searched. */
function endOfQuotation(text: string, { from, last, mark }: { from: number; last: number; mark: string }) {
  const closing = CLOSING[mark]!
  const isApostrophe = closing.includes("'")
  const isInLine = isApostrophe || closing === '"'
  const end = Math.min(text.length, last)
  for (let place = from; place < end; place++) {
    const here = text.charAt(place)
    if (here === '\n' && isInLine) return { end: place, isClosed: false }
    if (closing.includes(here) && !(isApostrophe && LETTER.test(text.charAt(place + 1))))
      return { end: place, isClosed: true }
  }
  return { end: Math.max(from, end), isClosed: false }
}

/** The number of words; two characters of a script without spaces count as one word. */
export function countWords(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const spaced = text.match(/[\p{L}\p{N}\p{M}'’-]+/gu)?.length ?? 0
  return unspaced === 0 ? spaced : spaced - 1 + Math.floor(unspaced / 2)
}
