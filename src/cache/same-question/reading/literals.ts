import { collapseSpaces } from '../../../language/words.ts'

/** Characters that do not occur in prose: in code or a formula, each of them counts. */
const HARD_SIGN = /[^\p{L}\p{M}\p{N}\s.,?!;:"'“”‘’`()/&$%€£₹…–—‐‑−°-]/u
/** Names in code: snake_case, a call, an option, a path, a file extension. */
const CODE_NAME =
  /[\p{L}\p{N}]_[\p{L}\p{N}]|\p{L}\((?:\)|\d|["'])|^--\p{L}|^-\p{L}$|::|\/\/|^[&*]\p{L}|\d[*%]\d|^\.\p{L}{2,}$|^~?\/\p{L}/u
const OPERATORS = / ([=+*^<>|×÷]) (?=\S)|(?<=\d) (\/{1,2}|%) (?=\d)/gu
const QUOTED = /"([^"]{1,300})"|“([^”]{1,300})”|`([^`]{1,300})`/g
const OPENING_MARKS = /^[("'“”‘’•]+|^[#*]+(?=\p{L}{3}|$)/u
const CLOSING_MARKS = /(?<![?!.,;:"'“”‘’`])[?!.,;:"'“”‘’`]+$/u
/** Names of programming languages with special characters: C++, c#. */
export const PLAIN_NAME = /^\p{L}{1,3}(?:\+\+|#)$/u

/** What a question contains verbatim: code and formulas, and text in quotes. */
export interface Literals {
  /** Pieces of code or formulas, as written, in order. */
  code: string[]
  quoted: string[]
}

/** The code, formulas and quotations of a text. */
export function literalsOf(text: string): Literals {
  const plain = collapseSpaces(text.normalize('NFKC')).replaceAll('""', '"')
  const quoted = [...plain.matchAll(QUOTED)]
    .map(([, straight, curly, ticked]) => straight ?? curly ?? ticked!)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  const code = plain
    .replace(OPERATORS, '$1$2')
    .split(' ')
    .filter((piece) => HARD_SIGN.test(piece) || CODE_NAME.test(piece))
    .map((piece) => piece.replace(OPENING_MARKS, '').replace(CLOSING_MARKS, ''))
    .filter((piece) => HARD_SIGN.test(piece) || CODE_NAME.test(piece))
    .map((piece) => (PLAIN_NAME.test(piece) ? piece.toLowerCase() : piece))
  return { code, quoted }
}
