import Fraction from 'fraction.js'
import {
  convert,
  normalizeText,
  parseQuantity,
  parseUnit,
  sameDimension,
  type Unit,
} from '../../../language/quantity/quantity.ts'
import { matchAt } from '../../../language/quantity/scan-number.ts'

export interface Calculation {
  /** Such as "42", "8.04672 km" or "approximately 3.33333333". */
  answer: string
  /** Short claims that lead to the answer, such as "17 + 25 = 42". */
  steps: string[]
}

/** How a voice groups operators: as usual, or naively from left to right. */
export type OperatorGrouping = 'usual' | 'left to right'

/** Thrown when a calculation has no answer: it is undefined, too large, or not a calculation. */
class NoAnswerError extends Error {}

const LONGEST_QUESTION = 500
/** Words around what is asked. */
const LEAD = /^(?:(?:please|calculate|compute|what's|what is|how much is),? )+/i
const TAIL = /[\s?.=]+$/
/** In a date, a slash or hyphen is not an operator. */
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d+\/\d+\/\d+)$/

/** Answers a sum or a conversion of units exactly; null, never a guess, for any other question. */
export function calculate(question: string, grouping: OperatorGrouping = 'usual'): Calculation | null {
  if (question.length > LONGEST_QUESTION) return null
  const text = normalizeText(question).replace(TAIL, '').replace(LEAD, '')
  if (DATE.test(text)) return null
  try {
    return convertUnits(text) ?? answerSum(text, grouping)
  } catch (error) {
    if (error instanceof NoAnswerError) return null
    throw error
  }
}

const COUNT = /^how (?:many|much) (.+?) (?:(?:are|is)(?: there)?(?: in)?|in) (.+)$/i
// The last "in" is the one that asks for a unit: "5 in in cm".
const IN_UNIT = /^(?:convert )?(.+) (?:in|to) (.+?)$/i

/** Answers “how many km are 5 miles” and “convert 5 miles to km”; null for anything else. */
function convertUnits(text: string): Calculation | null {
  const [, counted, from] = COUNT.exec(text) ?? []
  const [, amount, unit] = counted ? ['', from, counted] : (IN_UNIT.exec(text) ?? [])
  const target = parseUnit(unit ?? '')
  // "A day" is one day.
  const quantity = parseQuantity((amount ?? '').replace(/^an? /i, '1 '))
  if (!target || !quantity?.unit || !sameDimension(quantity.unit, target)) return null
  const value = convert(quantity.value, quantity.unit, target)
  const [given, answer] = [withUnit(quantity.value, quantity.unit), withUnit(value, target)]
  return {
    answer: approximate(value, answer),
    steps: [`${given} ${isShortDecimal(value) ? '=' : '≈'} ${answer}`],
  }
}

/** Units whose symbol is a word, which has a plural. */
const WORD = /^(?:day|week|month|year|decade|acre|byte|bit|cent)$/

function withUnit(value: Fraction, { symbol }: Unit): string {
  const number = formatNumber(value)
  if (symbol === '%' || symbol === '°') return number + symbol
  return `${number} ${symbol}${WORD.test(symbol) && number !== '1' ? 's' : ''}`
}

const SYMBOLS: Array<[RegExp, string]> = [
  [/^(\S+?) ?(?:%|per ?cent) of (\S+)$/, '$1 / 100 * $2'],
  [/\bplus\b/g, '+'],
  [/\bminus\b/g, '-'],
  [/\btimes\b|[×·]|(?<=[\d)] ?)x(?= ?[\d(])/g, '*'],
  [/\bdivided by\b|÷/g, '/'],
  [/\bto the power of\b|\*\*/g, '^'],
]

function answerSum(text: string, grouping: OperatorGrouping): Calculation | null {
  const expression = SYMBOLS.reduce(
    (written, [words, symbol]) => written.replace(words, symbol),
    text.toLowerCase(),
  )
  const steps: string[] = []
  const result = evaluate(expression, grouping, steps)
  return steps.length === 0 ? null : { answer: approximate(result, formatNumber(result)), steps }
}

/** The words for a number, which say so if it is rounded in them. */
function approximate(value: Fraction, written: string): string {
  return isShortDecimal(value) ? written : `approximately ${written}`
}

const BINDING: Record<OperatorGrouping, Partial<Record<string, number>>> = {
  usual: { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 },
  'left to right': { '+': 1, '-': 1, '*': 1, '/': 1, '^': 1 },
}
/** A sign binds tighter than a product, and looser than a power: -2^2 is -4. */
const SIGN_BINDING = 3

/** Computes an expression in symbols and numbers, and records each operation in `steps`. */
function evaluate(text: string, grouping: OperatorGrouping, steps: string[]): Fraction {
  const tokens = tokensOf(text)
  let position = 0
  const take = (symbol: string) => tokens[position] === symbol && ++position > 0

  function note(claim: string, operands: Fraction[], result: Fraction): Fraction {
    if (`${result.n}${result.d}`.length > MOST_DIGITS) throw new NoAnswerError('too large')
    const isWrittenExactly = [...operands, result].every(isShortDecimal)
    steps.push(`${claim} ${isWrittenExactly ? '=' : '≈'} ${formatNumber(result)}`)
    return result
  }

  function readOperation(loosest: number): Fraction {
    let left = readSigned()
    for (;;) {
      const operator = String(tokens[position])
      const binding = BINDING[grouping][operator]
      if (binding === undefined || binding < loosest) return left
      position++
      // Powers group to the right: 2^3^2 is 2^(3^2).
      const right = readOperation(operator === '^' && grouping === 'usual' ? binding : binding + 1)
      const [one, other] = [left, right].map((part) => closed(formatNumber(part)))
      left = note(`${one} ${operator} ${other}`, [left, right], operate(operator, left, right))
    }
  }

  function readSigned(): Fraction {
    if (!take('-')) return readPrimary()
    const stepsBefore = steps.length
    const operand = readOperation(SIGN_BINDING)
    const result = operand.neg()
    return steps.length === stepsBefore ? result : note(`-(${formatNumber(operand)})`, [operand], result)
  }

  function readPrimary(): Fraction {
    const token = tokens[position++]
    if (token instanceof Fraction) return token
    if (token !== '(') throw new NoAnswerError('an operand is missing')
    const inner = readOperation(0)
    if (!take(')')) throw new NoAnswerError('a parenthesis is not closed')
    return inner
  }

  const result = readOperation(0)
  if (position < tokens.length) throw new NoAnswerError('something is left over after the expression')
  return result
}

const TOKEN = / *(?:((?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?|\.\d+)|([-+*/^()]))/y

function tokensOf(text: string): Array<Fraction | string> {
  const tokens: Array<Fraction | string> = []
  for (let position = 0; position < text.length; ) {
    const match = matchAt(TOKEN, text, position)
    if (match === null) throw new NoAnswerError('this is no expression')
    const [written, number, symbol] = match
    tokens.push(number === undefined ? symbol! : new Fraction(number.replaceAll(',', '')))
    position += written.length
  }
  return tokens
}

/** A longer result is of no use to a reader, and a hostile "9^9^9" would cost memory and time. */
const MOST_DIGITS = 300

function operate(operator: string, left: Fraction, right: Fraction): Fraction {
  if (operator === '+') return left.add(right)
  if (operator === '-') return left.sub(right)
  if (operator === '*') return left.mul(right)
  if (operator === '^') return raise(left, right)
  if (right.n === 0n) throw new NoAnswerError('nothing is divided by zero')
  return left.div(right)
}

function raise(base: Fraction, { s, n, d }: Fraction): Fraction {
  if (d !== 1n) throw new NoAnswerError('the exponent is not a whole number')
  if (base.n === 0n && s * n <= 0n) throw new NoAnswerError('zero to a power not above zero')
  if (`${base.n}${base.d}`.length * Number(n) > MOST_DIGITS) throw new NoAnswerError('too large')
  return base.pow(Number(s * n))!
}

const MOST_DECIMAL_PLACES = 20
const ROUNDED_DIGITS = 9

function isShortDecimal({ d }: Fraction): boolean {
  return 10n ** BigInt(MOST_DECIMAL_PLACES) % d === 0n
}

/** Writes a number as a decimal: in full if it is short, otherwise rounded to nine digits. */
function formatNumber(value: Fraction): string {
  if (isShortDecimal(value)) return value.toString(MOST_DECIMAL_PLACES)
  return String(Number(value.valueOf().toPrecision(ROUNDED_DIGITS)))
}

/** Signs and exponents get parentheses as operands. */
function closed(text: string): string {
  return /^[\d.]+$/.test(text) ? text : `(${text})`
}
