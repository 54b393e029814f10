import { isAscii, oneSpaced } from '../words.ts'

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const SUPERSCRIPT_VALUES = '0123456789+-'

/** Brings the many ways to type a number, a sign or a unit to one: plain characters, `^` and `a/b`. */
export function normalizeText(text: string): string {
  const plain = withoutMarkup(text)
  return oneSpaced(isAscii(plain) ? plain : plainSigns(beforeCompatibility(plain).normalize('NFKC')))
}

// NFKC would turn 10⁸ into 108 and 2½ into 21/2, so that superscripts and fractions go first.
function beforeCompatibility(text: string): string {
  return text
    .replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, (run) => `^${[...run].map(superscriptValue).join('')}`)
    .replace(
      /(\d?)([¼-¾⅐-⅞])/g,
      (_, digit: string, fraction: string) => `${digit && `${digit} `}${fraction.normalize('NFKC')}`,
    )
    .replace(/[º˚]/g, '°')
}

function superscriptValue(character: string): string {
  return SUPERSCRIPT_VALUES.charAt(SUPERSCRIPTS.indexOf(character))
}

function plainSigns(text: string): string {
  return text
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/[⁄∕]/g, '/')
    .replace(/[−‐‑‒–]/g, '-')
    .replace(/[✕✖⨯]/g, '×')
    .replace(/[⋅∙•]/g, '·')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
}

// Language models like to answer in TeX: "\boxed{3.00 \times 10^{8}\,\text{m/s}}".
function withoutMarkup(text: string): string {
  const body = text.trim().replace(/^\$+([^$]*[^$\\])\$+$/, '$1')
  if (!/[\\{]/.test(body)) return body
  return body
    .replace(/\\[()[\]]/g, '')
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\times(?![a-z])/g, '×')
    .replace(/\\cdot(?![a-z])/g, '·')
    .replace(/\\(?:approx|simeq)(?![a-z])/g, '≈')
    .replace(/\\circ(?![a-z])/g, '°')
    .replace(/\\sqrt\{([^{}]*)\}/g, '√($1)')
    .replace(/\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\(?:text|mathrm|mathbf|boxed)\{([^{}]*)\}/g, '$1')
    .replace(/\^\{?°\}?/g, '°')
    .replace(/\^\{([^{}]*)\}/g, '^$1')
    .replace(/\\([%$#&])/g, '$1')
    .replace(/\\(?:text|mathrm|mathbf|boxed)\{([^{}]*)\}/g, '$1')
}
