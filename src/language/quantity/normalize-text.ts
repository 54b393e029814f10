import { withoutLatex } from '../latex.ts'
import { collapseSpaces, isAscii } from '../words.ts'

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const SUPERSCRIPT_VALUES = '0123456789+-'

/** Normalises the many ways to write a number, a sign or a unit: plain characters, `^` and `a/b`, no LaTeX. */
export function normalizeText(text: string): string {
  const plain = withoutLatex(text.trim())
  return collapseSpaces(isAscii(plain) ? plain : plainSigns(beforeCompatibility(plain).normalize('NFKC')))
}

// NFKC would turn 10⁸ into 108 and 2½ into 21/2, so superscripts and fractions are replaced first.
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
