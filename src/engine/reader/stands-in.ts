import { cutText } from '../reading/reply-text.ts'

/** White space, quotes, dashes that are no minus, and marks of Markdown, at the start of a line also those of headings. */
const MARKS = /(?:[\s"'“”„‘’«»*_`|–—‐]|-(?!\d)|(?<=\S)-|(?<![^\n])[#>]+)+/gu
const PART_OF_WORD = /[\p{L}\p{N}]/u
/** Where somebody who quotes left words out. */
const LEFT_OUT = /\[?(?:…|\.{3})\]?/u
const SHORTEST = 8
const LONGEST = 200
/** What is longer is no quotation, and what occurs more often is found nowhere in particular. */
const LONGEST_TRIED = 2_000
const MOST_TRIED = 50

/** Finds quotations of 8 to 200 characters in a text: returns the quotation, a longer one cut, or null if it does not stand there. */
export function quotationsFrom(text: string): (quotation: string) => string | null {
  const said = squeezed(text)
  // A text may be shorter than a quotation.
  const shortest = Math.min(SHORTEST, text.trim().length)
  return (quotation) => {
    const quote = quotation.trim()
    const isLong = quote.length > LONGEST_TRIED
    const isFound =
      !isLong && quote.length >= shortest && (contains(said, quote) || containsParts(said, quote))
    return isFound ? cutText(quote, LONGEST) : null
  }
}

/** Whether a quotation, also one that was cut or leaves words out, stands in a text. */
export function isQuotedFrom(text: string, quotation: string): boolean {
  return quotationsFrom(text)(quotation) !== null
}

/** Whether a quotation stands in a text as words of its own, apart from white space, quotes, dashes, marks of Markdown, and capitals. */
export function standsIn(quotation: string, text: string): boolean {
  return contains(squeezed(text), quotation)
}

/** Whether every part of a quotation in which words were left out stands in a text. */
function containsParts(said: string, quote: string): boolean {
  const parts = quote
    .split(LEFT_OUT)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 0 && parts.every((part) => part.length >= SHORTEST && contains(said, part))
}

function contains(said: string, quotation: string): boolean {
  const sought = squeezed(quotation)
  if (sought === '') return false
  let tried = 0
  for (let place = said.indexOf(sought); place !== -1; place = said.indexOf(sought, place + 1)) {
    if (++tried > MOST_TRIED) return false
    const [before, after] = [said[place - 1], said[place + sought.length]]
    if (!continues(before, sought[0]!) && !continues(after, sought.at(-1)!)) return true
  }
  return false
}

/** Whether a word goes on beyond the edge of a quotation; scripts without spaces between words have no such edges. */
function continues(beside: string | undefined, edge: string): boolean {
  if (beside === undefined || !PART_OF_WORD.test(edge) || !PART_OF_WORD.test(beside)) return false
  return !UNSPACED.test(edge) && !UNSPACED.test(beside)
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function squeezed(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(MARKS, ' ').trim()
}
