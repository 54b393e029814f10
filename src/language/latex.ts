const MARKS = /[\\{$]/
const DISPLAYED = /\$\$|\\[[\]]/g
// As Pandoc reads them: “$x = 2$ and $x = 3$” is set in dollars, “$5 or $6” costs them.
const INLINE = /(?<!\\)\$(?:(?!\s)([^$\n]*[^$\s\\])|(?=[^$\s]*[\\^=])([^$\n]*))\$(?!\d)/g
const FONT = /\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname)\s?\{([^{}]*)\}/g
const BOX = /\\boxed\s?\{([^{}]*)\}/g
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['times', '×'],
  ['cdot', '·'],
  ['approx', '≈'],
  ['simeq', '≈'],
  ['circ', '°'],
  ['in', '∈'],
  ['left', ''],
  ['right', ''],
])
/** Stand for the braces of a set, which hold no argument. */
const SET_BRACES: ReadonlyArray<readonly [string, string, string]> = [
  ['\\{', '\uE000', '{'],
  ['\\}', '\uE001', '}'],
]
/** Arguments are read from the innermost outwards, so many deep. */
const DEEPEST = 4

/**
 * A text with its LaTeX in plain signs: “3 × 10^8 m/s” for “\boxed{3 \times 10^{8}\,\text{m/s}}”. Lines stay lines. Boxes
 * may be kept, since what stands in one is the answer.
 */
export function withoutLatex(text: string, boxes: 'open' | 'keep' = 'open'): string {
  if (!MARKS.test(text)) return text
  let plain = text.replace(DISPLAYED, ' ').replace(INLINE, '$1$2')
  if (!/[\\{]/.test(plain)) return plain
  for (const [written, placeholder] of SET_BRACES) plain = plain.replaceAll(written, placeholder)
  plain = plain
    .replace(/\\[()]/g, '')
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\([a-z]+)/g, (command, name: string) => SIGNS.get(name) ?? command)
  for (let depth = 0; depth < DEEPEST; depth++) {
    const read = withoutArguments(plain)
    const opened = boxes === 'open' ? read.replace(BOX, '$1') : read
    if (opened === plain) break
    plain = opened
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
    .replace(FONT, inFont)
    .replace(/\^\{?°\}?/g, '°')
    .replace(/\^\{([^{}]*)\}/g, (_, power: string) => `^${grouped(power)}`)
}

/** What stands within a font; a tilde there is a space. */
function inFont(_: string, body: string): string {
  return body.replaceAll('~', ' ')
}

/** In brackets where it calculates, or else a part of it would be raised or divided. */
function grouped(argument: string): string {
  const calculates = /[-+*/]/.test(argument.replace(/^\s*[-+]/, ''))
  return calculates ? `(${argument})` : argument
}
