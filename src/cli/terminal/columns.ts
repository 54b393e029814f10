import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const CUT = '…'

/** The columns that a text takes up on a terminal. */
export const widthOf: (text: string) => number = stringWidth

/** A text of one line without styles, cut to a number of columns. */
export function cutTo(columns: number, text: string): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let used = widthOf(CUT)
  if (used > columns) return ''
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > columns) break
    kept += segment
  }
  return `${kept.trimEnd()}${CUT}`
}

/** A text filled up with spaces to a number of columns. */
export function padTo(columns: number, text: string, side: 'left' | 'right' = 'right'): string {
  const missing = ' '.repeat(Math.max(0, columns - widthOf(text)))
  return side === 'right' ? `${text}${missing}` : `${missing}${text}`
}

/** A text in lines of at most so many columns; words that are longer are broken. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(1, columns)
  // The library would measure a line anew with every word of it, and here none can be too long.
  if (!text.includes(STYLE_BEGINS) && text.length * WIDEST_CHARACTER <= width)
    return text
      .normalize()
      .split('\n')
      .map((line) => line.trim())
  const prepared = text.replace(/\S+/g, (run) => (run.length > LONG_RUN ? broken(run, width) : run))
  return wrapAnsi(prepared, width, { hard: true }).split('\n')
}

/** Longer runs without a space, as in Chinese, are broken here: the library takes ever longer, the longer they are. */
const LONG_RUN = 200
const WIDEST_CHARACTER = 2
/** Characters without a width could follow each other on one line without end. */
const MOST_IN_A_COLUMN = 8
const STYLE_BEGINS = '\u001b'
const STYLE_ENDS = 'm'

/** A run in lines; changes of style take no room. */
function broken(run: string, width: number): string {
  const pieces: string[] = []
  const widths = new Map<string, number>()
  let used = 0
  let onLine = 0
  let isStyle = false
  for (const character of run) {
    isStyle ||= character === STYLE_BEGINS
    const own = isStyle ? 0 : (widths.get(character) ?? widthOf(character))
    if (!isStyle) widths.set(character, own)
    if (isStyle && character === STYLE_ENDS) isStyle = false
    if (used + own > width || (onLine > width * MOST_IN_A_COLUMN && !isStyle)) {
      pieces.push('\n')
      used = 0
      onLine = 0
    }
    pieces.push(character)
    used += own
    onLine += 1
  }
  return pieces.join('')
}

/** The same with a beginning of the first line, below which the others are indented. */
export function wrapAfter(beginning: string, text: string, columns: number, indent = beginning.length) {
  const lines = wrap(text, columns - indent)
  return lines.map((line, place) => (place === 0 ? beginning : ' '.repeat(indent)) + line)
}
