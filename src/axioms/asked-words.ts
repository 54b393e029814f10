import { normalizeText } from '../language/quantity/quantity.ts'
import { foldText, isStopWord, joinThousands, stem, wordsOf } from '../language/words.ts'

/** A number, a letter, or a letter with a coefficient: 17, x, 2x. */
const OPERAND = String.raw`(?:\d+(?:\.\d+)?[a-z]?|[a-z])(?!\.?[\p{L}\p{N}])`
/** What joins two operands: an operator, with brackets and similar characters around it. */
const JOINT = String.raw`[\s()!%.<>]*[-+*/^&|][-+*/^&|\s()!%.<>]*`
/**
 * Joined operands or a factorial, but not part of something larger, such as the x + y of sin(x + y) or the 32 of
 * 32-bit. It looks back only from where an operand may begin; otherwise long runs of brackets would be rescanned.
 */
const EXPRESSION = new RegExp(
  String.raw`(?=[a-z\d])(?<![\p{L}\p{N}][^\s\p{L}\p{N}]*)${OPERAND}(?:(?:${JOINT}${OPERAND})+|!)(?![^\s\p{L}\p{N}]*[\p{L}\p{N}])`,
  'gu',
)
const SIGN = /^(?:\d+(?:\.\d+)?|[a-z])$/

/** Spellings that the axioms write differently. */
const AXIOM_SPELLINGS: Record<string, string> = {
  ...{ '×': '*', '·': '*', '÷': '/', π: ' pi ', '√': ' sqrt ' },
  ...{ plus: '+', minus: '-', times: '*', x: '*', 'divided by': '/' },
}
const OTHER_SPELLINGS = /[×·÷π√]|(?<=\d )(?:plus|minus|times|x|divided by)(?= \d)/g

/** The index words of a text: content words by their stem, and the expressions in it. */
export function wordsToFind(text: string): Set<string> {
  const plain = plainText(text)
  return new Set([...stems(plain), ...(plain.match(EXPRESSION) ?? []).map(withoutSpaces)])
}

/** The search words of a question. An expression is one word: 17 + 25 does not match a text that mentions 25. */
export function wordsAsked(question: string): string[] {
  const expressions: string[] = []
  const prose = plainText(question).replace(EXPRESSION, (expression) => {
    expressions.push(withoutSpaces(expression))
    return ' '
  })
  return [...new Set([...expressions, ...stems(prose)])].filter((word) => !isStopWord(word))
}

/** Whether the words are only numbers, letters and expressions, so that they name no topic. */
export function haveNoTopic(words: string[]): boolean {
  return words.length > 0 && words.every((word) => SIGN.test(word) || /[-+*/^&|!]/.test(word))
}

/** Whether a number or letter is so short that it occurs in texts on any topic. */
export function isShortSign(word: string): boolean {
  return SIGN.test(word) && word.replace(/\D/g, '').length < 3
}

/** A text in normal form, with symbols spelled as in the axioms. */
function plainText(text: string): string {
  return joinThousands(foldText(normalizeText(text))).replace(
    OTHER_SPELLINGS,
    (sign) => AXIOM_SPELLINGS[sign]!,
  )
}

function withoutSpaces(expression: string): string {
  return expression.replaceAll(' ', '')
}

function stems(text: string): string[] {
  return wordsOf(text).map((word) => (isStopWord(word) ? word : stem(word)))
}
