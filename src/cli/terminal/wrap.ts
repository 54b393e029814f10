import wrapAnsi from 'wrap-ansi'

/** A text in lines of at most so many columns; words that are longer are broken. */
export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n')
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
