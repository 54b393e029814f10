/** White space, quotes, dashes that are no minus, and marks of Markdown, at the start of a line also those of headings. */
const MARKS = /(?:[\s"'“”„‘’«»*_`|–—‐]|-(?!\d)|(?<=\S)-|(?<![^\n])[#>]+)+/gu
const PART_OF_WORD = /[\p{L}\p{N}]/u
/** What occurs more often is found nowhere in particular. */
const MOST_TRIED = 50

/** Whether a quotation stands in a text as words of its own, apart from white space, quotes, dashes, marks of Markdown, and capitals. */
export function standsIn(quotation: string, text: string): boolean {
  const [said, sought] = [squeezed(text), squeezed(quotation)]
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
