import Fraction from 'fraction.js'
import { fromDecimal, matchAt, scanNumberWords } from '../../../../language/quantity/index.ts'

/** An arithmetic question answered. */
export interface Calculation {
  /** Such as "42", "8.04672 km", "approximately 1.41421356" or "yes". */
  answer: string
  /** Short claims that lead to the answer, such as "17 + 25 = 42". */
  steps: string[]
}

/** How a voice groups operators: as usual, or naively from left to right. */
export type Order = 'usual' | 'left to right'

/** How tightly operators bind. */
const BINDING: Record<Order, Partial<Record<string, number>>> = {
  usual: { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 },
  'left to right': { '+': 1, '-': 1, '*': 1, '/': 1, '^': 1 },
}
/** A sign binds tighter than a product, and looser than a power: -2^2 is -4. */
const SIGN_BINDING = 3

/** A longer result is of no use to a reader, and a hostile "9^9^9" would cost memory and time. */
const MOST_DIGITS = 300
const MOST_DECIMAL_PLACES = 20
const ROUNDED_DIGITS = 9

/** Thrown when a calculation has no answer: it is undefined, too large, or not a calculation. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** A number during a calculation; not exact once an irrational number has been rounded. */
interface NumberPart {
  value: Fraction
  isExact: boolean
}

/** Computes an expression in symbols and numbers, and records each operation in `steps`. */
export function evaluateExpression(text: string, order: Order, steps: string[]): NumberPart {
  const tokens = tokensOf(text)
  let position = 0
  const take = (symbol: string) => tokens[position] === symbol && ++position > 0

  function note(claim: string, operands: NumberPart[], result: NumberPart): NumberPart {
    if (`${result.value.n}${result.value.d}`.length > MOST_DIGITS) throw new NoAnswerError('too large')
    const isWrittenExactly = [...operands, result].every(isShortDecimal)
    steps.push(`${claim} ${isWrittenExactly ? '=' : '≈'} ${formatNumber(result)}`)
    return result
  }

  function readOperation(loosest: number): NumberPart {
    let left = readSigned()
    for (;;) {
      const operator = String(tokens[position])
      const binding = BINDING[order][operator]
      if (binding === undefined || binding < loosest) return left
      position++
      // Powers group to the right: 2^3^2 is 2^(3^2).
      const right = readOperation(operator === '^' && order === 'usual' ? binding : binding + 1)
      const [one, other] = [left, right].map((part) => closed(formatNumber(part)))
      left = note(`${one} ${operator} ${other}`, [left, right], {
        value: operate(operator, left.value, right.value),
        isExact: left.isExact && right.isExact,
      })
    }
  }

  function readSigned(): NumberPart {
    if (!take('-')) return readPrimary()
    const stepsBefore = steps.length
    const operand = readOperation(SIGN_BINDING)
    const result = { ...operand, value: operand.value.neg() }
    return steps.length === stepsBefore ? result : note(`-(${formatNumber(operand)})`, [operand], result)
  }

  function readPrimary(): NumberPart {
    const token = tokens[position++]
    if (token instanceof Fraction) return { value: token, isExact: true }
    if (token === '(') {
      const inner = readOperation(0)
      if (!take(')')) throw new NoAnswerError('a parenthesis is not closed')
      return inner
    }
    if (token !== 'sqrt') throw new NoAnswerError('an operand is missing')
    const operand = readSigned()
    return note(`sqrt(${formatNumber(operand)})`, [operand], squareRoot(operand))
  }

  const result = readOperation(0)
  if (position < tokens.length) throw new NoAnswerError('something is left over after the expression')
  return result
}

/** Whether a number can be written in full as a decimal of a reasonable length. */
export function isShortDecimal({ value, isExact }: NumberPart): boolean {
  return isExact && 10n ** BigInt(MOST_DECIMAL_PLACES) % value.d === 0n
}

/** Writes a number as a decimal: in full if it is exact and short, otherwise rounded to nine digits. */
export function formatNumber(part: NumberPart): string {
  if (isShortDecimal(part)) return part.value.toString(MOST_DECIMAL_PLACES)
  return String(Number(part.value.valueOf().toPrecision(ROUNDED_DIGITS)))
}

const SPACES = / */y
const NUMBER = /(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?|\.\d+/y
const SYMBOL = /[-+*/^()]|sqrt(?![a-z])/y

function tokensOf(text: string): Array<Fraction | string> {
  const tokens: Array<Fraction | string> = []
  for (let position = 0; position < text.length; ) {
    position += matchAt(SPACES, text, position)![0].length
    const [written] = matchAt(NUMBER, text, position) ?? matchAt(SYMBOL, text, position) ?? []
    const words = written === undefined ? scanNumberWords(text, position) : null
    if (written === undefined && words === null) throw new NoAnswerError('this is no expression')
    tokens.push(words?.value ?? (/\d/.test(written!) ? new Fraction(written!.replaceAll(',', '')) : written!))
    position = words?.end ?? position + written!.length
  }
  return tokens
}

function operate(operator: string, left: Fraction, right: Fraction): Fraction {
  switch (operator) {
    case '+':
      return left.add(right)
    case '-':
      return left.sub(right)
    case '*':
      return left.mul(right)
    case '/':
      if (right.n === 0n) throw new NoAnswerError('nothing is divided by zero')
      return left.div(right)
    default:
      return raise(left, right)
  }
}

function raise(base: Fraction, { s, n, d }: Fraction): Fraction {
  if (d !== 1n) throw new NoAnswerError('the exponent is not a whole number')
  if (base.n === 0n && s * n <= 0n) throw new NoAnswerError('zero to a power not above zero')
  if (`${base.n}${base.d}`.length * Number(n) > MOST_DIGITS) throw new NoAnswerError('too large')
  return base.pow(Number(s * n))!
}

function squareRoot({ value, isExact }: NumberPart): NumberPart {
  const root = value.s < 0n ? null : fromDecimal(Math.sqrt(value.valueOf()).toPrecision(15))
  if (root === null) throw new NoAnswerError('there is no such root, or it is too large')
  return { value: root, isExact: isExact && root.mul(root).equals(value) }
}

/** Signs and exponents get parentheses as operands. */
function closed(text: string): string {
  return /^[\d.]+$/.test(text) ? text : `(${text})`
}
