import { normalizeText } from '../../../../language/quantity/index.ts'
import { convertUnits } from './convert-units.ts'
import {
  type Calculation,
  evaluateExpression,
  formatNumber,
  isShortDecimal,
  NoAnswerError,
  type Order,
} from './evaluate-expression.ts'

const LONGEST_QUESTION = 500

/** Answers an arithmetic or unit question exactly; null, never a guess, for any other question. */
export function calculate(question: string, order: Order = 'usual'): Calculation | null {
  const text = question.length > LONGEST_QUESTION ? '' : askedText(question)
  if (NAMES.test(text)) return null
  try {
    return answerPrime(text) ?? convertUnits(text) ?? answerSum(text, order)
  } catch (error) {
    if (error instanceof NoAnswerError) return null
    throw error
  }
}

/** Words around what is asked. */
const LEAD =
  /^(?:(?:please|can you|could you|tell me|calculate|compute|what's|what is|what are|what does|how much is|the(?= \p{L})),? )+/iu
const TAIL = /(?:[\s?.=]|(?: equals?| make|,? please)\b)+$/i

/** A slash or hyphen in these is not an operator: dates, spans of years, telephone numbers, well-known names. */
const NAMES =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d+\/\d+\/\d+|(?:1\d|20)\d\d[-/](?:\d\d|(?:1\d|20)\d\d)|\d{3}-\d{4}|9\/11|24\/7|50\/50|20\/20|9-1-1|7-11)$/

function askedText(question: string): string {
  return normalizeText(question).replace(TAIL, '').replace(LEAD, '')
}

/** Words and signs for operators, and the symbols that stand for them. */
const SYMBOLS: Array<[RegExp, string]> = [
  [/^sum of (\S+) and (\S+)$/, '$1 + $2'],
  [/^(\S+?) ?(?:%|per ?cent) of (\S+)$/, '$1 / 100 * $2'],
  [/\bplus\b/g, '+'],
  [/\bminus\b/g, '-'],
  [/\b(?:times|multiplied by)\b|[×·]|(?<=[\d)] ?)x(?= ?[\d(])/g, '*'],
  [/\b(?:divided by|over)\b|÷/g, '/'],
  [/\b(?:raised )?to the power(?: of)?\b|\*\*/g, '^'],
  [/ ?\bsquared\b/g, '^2'],
  [/ ?\bcubed\b/g, '^3'],
  [/√|\bsquare root(?: of)?\b/g, 'sqrt'],
]

function answerSum(text: string, order: Order): Calculation | null {
  const expression = SYMBOLS.reduce(
    (written, [words, symbol]) => written.replace(words, symbol),
    text.toLowerCase(),
  )
  const steps: string[] = []
  const result = evaluateExpression(expression, order, steps)
  if (steps.length === 0) return null
  return { answer: `${isShortDecimal(result) ? '' : 'approximately '}${formatNumber(result)}`, steps }
}

const PRIME = /^is (\d+) (?:a )?prime(?: number)?$/i
/** Up to here the smallest factor of a number is found at once. */
const LARGEST = 10n ** 12n

function answerPrime(text: string): Calculation | null {
  const [, digits] = PRIME.exec(text) ?? []
  if (digits === undefined) return null
  const value = BigInt(digits)
  if (value > LARGEST) throw new NoAnswerError('the number is too large')
  let factor = 2n
  while (factor * factor <= value && value % factor !== 0n) factor++
  const isPrime = value > 1n && factor * factor > value
  const steps = isPrime || value < 2n ? [] : [`${value} = ${factor} * ${value / factor}`]
  return { answer: isPrime ? 'yes' : 'no', steps: [...steps, `${value} is ${isPrime ? '' : 'not '}prime`] }
}
