/** Signs that expressions of the source look for or repeat. */
const SIGNS = [...' \t\n0aA.,;:!?/\\"“\'`()[]{}<>$=*-_#&|^%~', 'é', 'ι', '是', 'は']
/** What no repetition goes past and no end is at. */
const END = '\n\u0000'
const MOST_WORDS = 6

/** Texts of any length that make an expression go back as often as it can: long rows of what it is made of, and no end to it. */
export function hostileTexts(source: string): Array<(length: number) => string> {
  const words = [...new Set(plainSource(source).match(/\p{L}{2,}/gu) ?? [])]
  const lead = /^[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/u.exec(plainSource(source))?.[0] ?? ''
  const rows = [
    ...SIGNS,
    ...words.slice(0, MOST_WORDS).flatMap((word) => [`${word} `, `${lead}${word}`]),
    ` ${words.join(' ')}`,
  ]
  return [
    ...rows.map((row) => (length: number) => repeated(row, length)),
    ...[lead, `${words[0] ?? ''} `].flatMap((opening) =>
      [' ', '\t', 'a', '0', '='].map((sign) => (length: number) => opening + repeated(sign, length)),
    ),
  ]
}

/** The source of an expression without what only describes characters. */
function plainSource(source: string): string {
  return source
    .replace(/\\[pP]\{[^}]*\}|\\[a-zA-Z]|\(\?<?[:=!]|[\\^$?+*()|]|\{\d*,?\d*\}/g, (part) =>
      /^\\[^a-zA-Z]/.test(part) ? part : ' ',
    )
    .trim()
}

function repeated(row: string, length: number): string {
  return row.repeat(Math.ceil(length / row.length)).slice(0, length) + END
}
