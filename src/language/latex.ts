const MARKS = /[\\{$]/
const DISPLAYED = /\$\$|\\[[\]]/g
// Pandoc’s rule: the dollars of “$x = 2$ and $x = 3$” delimit formulas, those of “$5 or $6” are prices.
const INLINE = /(?<!\\)\$(?:(?!\s)([^$\n]*[^$\s\\])|(?=[^$\s]*[\\^=])([^$\n]*))\$(?!\d)/g
/** Commands for fonts, inside which a tilde is a space. */
const FONT = /\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname)\s?\{([^{}]*)\}/g
const BOX = /\\boxed\s?\{([^{}]*)\}/g
const SIGNS = new Map(
  Object.entries({ times: '×', cdot: '·', approx: '≈', simeq: '≈', circ: '°', in: '∈', left: '', right: '' }),
)
/** Placeholders for the braces of a set, which are not those of an argument. */
const SET_BRACES: ReadonlyArray<readonly [string, string, string]> = [
  ['\\{', '\uE000', '{'],
  ['\\}', '\uE001', '}'],
]
/** Nested arguments are replaced from the innermost outwards, up to this depth. */
const MAXIMUM_DEPTH = 4

/**
 * Replaces LaTeX by plain characters: “\boxed{3 \times 10^{8}\,\text{m/s}}” becomes “3 × 10^8 m/s”. Line breaks are
 * kept.
 */
export function withoutLatex(text: string): string {
  if (!MARKS.test(text)) return text
  let plain = text.replace(DISPLAYED, ' ').replace(INLINE, '$1$2')
  if (!/[\\{]/.test(plain)) return plain
  for (const [written, placeholder] of SET_BRACES) plain = plain.replaceAll(written, placeholder)
  plain = plain
    .replace(/\\[()]/g, '')
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\([a-z]+)/g, (command, name: string) => SIGNS.get(name) ?? command)
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const read = withoutArguments(plain)
    if (read === plain) break
    plain = read
  }
  for (const [, placeholder, brace] of SET_BRACES) plain = plain.replaceAll(placeholder, brace)
  return plain.replace(/\\([%$#&])/g, '$1')
}

function withoutArguments(text: string): string {
  return text
    .replace(/\\sqrt\{([^{}]*)\}/g, '√($1)')
    .replace(
      /\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g,
      (_, over: string, under: string) => `${grouped(over)}/${grouped(under)}`,
    )
    .replace(FONT, (_, body: string) => body.replaceAll('~', ' '))
    .replace(BOX, '$1')
    .replace(/\^\{?°\}?/g, '°')
    .replace(/\^\{([^{}]*)\}/g, (_, power: string) => `^${grouped(power)}`)
}

/** Adds parentheses to a compound argument; otherwise only a part of it would be raised or divided. */
function grouped(argument: string): string {
  const isCompound = /[-+*/]/.test(argument.replace(/^\s*[-+]/, ''))
  return isCompound ? `(${argument})` : argument
}
