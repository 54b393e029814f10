import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

/** A text in lines of at most so many columns; words that are longer are broken. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(1, columns)
  const prepared = text.replace(/\S+/g, (run) => (run.length > LONG_RUN ? broken(run, width) : run))
  return wrapAnsi(prepared, width, { hard: true }).split('\n')
}

/** Longer runs without a space, as in Chinese, are broken here: the library takes ever longer, the longer they are. */
const LONG_RUN = 200
const STYLE_BEGINS = '\u001b'
const STYLE_ENDS = 'm'

/** A run in lines; changes of style take no room. */
function broken(run: string, width: number): string {
  const pieces: string[] = []
  let used = 0
  let isStyle = false
  for (const character of run) {
    isStyle ||= character === STYLE_BEGINS
    const own = isStyle ? 0 : stringWidth(character)
    if (isStyle && character === STYLE_ENDS) isStyle = false
    if (used + own > width) {
      pieces.push('\n')
      used = 0
    }
    pieces.push(character)
    used += own
  }
  return pieces.join('')
}

/** The same with a beginning of the first line, below which the others are indented. */
export function wrapAfter(
  beginning: string,
  text: string,
  columns: number,
  indent = beginning.length,
): string[] {
  const lines = wrap(text, columns - indent)
  return lines.map((line, place) => (place === 0 ? beginning : ' '.repeat(indent)) + line)
}
