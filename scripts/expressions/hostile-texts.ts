/** Characters that expressions in the source match or repeat. */
const SIGNS = [...' \t\n0aA.,;:!?/\\"“\'`()[]{}<>$=*-_#&|^%~', 'é', 'ι', '是', 'は']
/** A character that no repetition matches, so that the expression fails at the end. */
const END = '\n\u0000'
const MOST_WORDS = 6

/** Texts of any length that make an expression backtrack as much as possible: long repetitions of what it matches. */
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

/** The literal text in the source of an expression, without its operators and character classes. */
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
