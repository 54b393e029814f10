import stringWidth from 'string-width'

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
