/** Control characters, halves of surrogate pairs, private ones, and those that nobody sees but a model reads. */
const UNSEEN = /[\p{C}\p{DI}]/gu

/** A text on one line, without what cannot be seen. */
export function cleanLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim()
}

/** A text whose lines and indentation mean something, without what cannot be seen and with at most one empty line in a row. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\s/g, ' ').replace(UNSEEN, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}
