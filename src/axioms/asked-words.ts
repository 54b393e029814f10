import { normalizeText } from '../language/quantity/index.ts'
import { foldText, isStopWord, joinThousands, stem, wordsOf } from '../language/words.ts'

/** A number, a letter, or a letter that is multiplied: 17, x, 2x. */
const OPERAND = String.raw`(?:\d+(?:\.\d+)?[a-z]?|[a-z])(?!\.?[\p{L}\p{N}])`
/** What joins two operands: an operator, and brackets and the like around it. */
const JOINT = String.raw`[\s()!%.<>]*[-+*/^&|][-+*/^&|\s()!%.<>]*`
/**
 * Operands joined, or a factorial; but no part of more, such as the x + y of sin(x + y) or the 32 of 32-bit. It looks
 * back only from where an operand may begin, or else a long row of brackets would be walked again from each of them.
 */
const EXPRESSION = new RegExp(
  String.raw`(?=[a-z\d])(?<![\p{L}\p{N}][^\s\p{L}\p{N}]*)${OPERAND}(?:(?:${JOINT}${OPERAND})+|!)(?![^\s\p{L}\p{N}]*[\p{L}\p{N}])`,
  'gu',
)
const SIGN = /^(?:\d+(?:\.\d+)?|[a-z])$/

/** How the axioms write what is written otherwise elsewhere. */
const AS_IN_AXIOMS: Record<string, string> = {
  '×': '*',
  '·': '*',
  '÷': '/',
  π: ' pi ',
  '√': ' sqrt ',
  plus: '+',
  minus: '-',
  times: '*',
  x: '*',
  'divided by': '/',
}
const OTHERWISE_WRITTEN = /[×·÷π√]|(?<=\d )(?:plus|minus|times|x|divided by)(?= \d)/g

/** The words that a text is found by, those that carry content by their stem, and the expressions in it. */
export function wordsToFind(text: string): Set<string> {
  const plain = plainText(text)
  return new Set([...stems(plain), ...(plain.match(EXPRESSION) ?? []).map(withoutSpaces)])
}

/** The words that a question asks with. An expression is one: 17 + 25 is not asked about where 25 is spoken of. */
export function wordsAsked(question: string): string[] {
  const expressions: string[] = []
  const prose = plainText(question).replace(EXPRESSION, (expression) => {
    expressions.push(withoutSpaces(expression))
    return ' '
  })
  return [...new Set([...expressions, ...stems(prose)])].filter((word) => !isStopWord(word))
}

/** Whether words are numbers, letters and expressions alone, so that they name no topic. */
export function haveNoTopic(words: string[]): boolean {
  return words.length > 0 && words.every((word) => SIGN.test(word) || isExpression(word))
}

/** Whether a number or letter is so short that some text has it, whatever is asked. */
export function isShortSign(word: string): boolean {
  return SIGN.test(word) && word.replace(/\D/g, '').length < 3
}

function isExpression(word: string): boolean {
  return /[-+*/^&|!]/.test(word)
}

/** A text in one shape, and with its signs as in the axioms. */
function plainText(text: string): string {
  return joinThousands(foldText(normalizeText(text))).replace(
    OTHERWISE_WRITTEN,
    (sign) => AS_IN_AXIOMS[sign]!,
  )
}

function withoutSpaces(expression: string): string {
  return expression.replaceAll(' ', '')
}

function stems(text: string): string[] {
  return wordsOf(text).map((word) => (isStopWord(word) ? word : stem(word)))
}
