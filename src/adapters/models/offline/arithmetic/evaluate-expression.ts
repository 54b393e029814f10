import Fraction from 'fraction.js'
import { matchAt, scanNumberWords } from '../../../../language/quantity/index.ts'
import { computed, NoAnswerError, type NumberPart, PI, stated } from './number-part.ts'
import { type Operator, operate, takeFactorial, takeRoot } from './operations.ts'

/** How a voice groups operators: as usual, or naively from left to right. */
export type Order = 'usual' | 'left to right'

/** How tightly operators bind. */
const BINDING: Record<Order, Partial<Record<string, number>>> = {
  usual: { '+': 1, '-': 1, '*': 2, '/': 2, mod: 2, of: 4, '^': 5 },
  'left to right': { '+': 1, '-': 1, '*': 1, '/': 1, mod: 1, '^': 1, of: 4 },
}
/** A sign binds tighter than a product, and looser than a power: -2^2 is -4. */
const SIGN_BINDING = 3

const SPACES = / */y
const NUMBER = /(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?|\.\d+/y
const SYMBOL = /[-+*/^()!%]|(?:mod|of|sqrt|cbrt|pi)(?![a-z])/y

type Token = Fraction | string

/** Computes an expression in symbols and numbers, and records each operation in `steps`. */
export function evaluateExpression(text: string, order: Order, steps: string[]): NumberPart {
  const tokens = tokensOf(text)
  let position = 0
  const take = (symbol: string) => tokens[position] === symbol && ++position > 0

  function note(claim: string, result: NumberPart, parts: NumberPart[]): NumberPart {
    const isExact = result.isWrittenExactly && parts.every(({ isWrittenExactly }) => isWrittenExactly)
    steps.push(`${claim} ${isExact ? '=' : '≈'} ${result.text}`)
    return result
  }

  function readOperation(loosest: number): NumberPart {
    let left = readSigned()
    for (;;) {
      const operator = String(tokens[position]) as Operator
      const binding = BINDING[order][operator]
      if (binding === undefined || binding < loosest) return left
      position++
      // Powers group to the right: 2^3^2 is 2^(3^2).
      const right = readOperation(operator === '^' && order === 'usual' ? binding : binding + 1)
      left = note(written(operator, left, right), operate(operator, left, right), [left, right])
    }
  }

  function readSigned(): NumberPart {
    if (!take('-')) return readPostfix()
    const stepsBefore = steps.length
    const operand = readOperation(SIGN_BINDING)
    const result = computed(operand.value.neg(), operand.isExact)
    return steps.length === stepsBefore ? result : note(`-(${operand.text})`, result, [operand])
  }

  function readPostfix(): NumberPart {
    let operand = readPrimary()
    for (;;) {
      if (take('!')) operand = note(`${closed(operand.text)}!`, takeFactorial(operand), [operand])
      else if (take('%'))
        operand = { ...operand, value: operand.value.div(100), text: `${operand.text}%`, isPercent: true }
      else return operand
    }
  }

  function readPrimary(): NumberPart {
    const token = tokens[position++]
    if (token instanceof Fraction) return stated(token)
    if (token === 'pi') return PI
    if (token === '(') {
      const inner = readOperation(0)
      if (!take(')')) throw new NoAnswerError('a parenthesis is not closed')
      return inner
    }
    if (token !== 'sqrt' && token !== 'cbrt') throw new NoAnswerError('an operand is missing')
    const operand = readSigned()
    return note(`${token}(${operand.text})`, takeRoot(operand, token === 'sqrt' ? 2 : 3), [operand])
  }

  const result = readOperation(0)
  if (position < tokens.length) throw new NoAnswerError('something is left over after the expression')
  return result
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
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

function written(operator: Operator, left: NumberPart, right: NumberPart): string {
  if (operator === '^') return `${closed(left.text)}^${closed(right.text)}`
  return `${left.text} ${operator} ${right.text.startsWith('-') ? `(${right.text})` : right.text}`
}

/** A number that an exponent or exclamation mark may follow: signs and fractions get parentheses. */
function closed(text: string): string {
  return /^(?:[\d.]+|pi)$/.test(text) ? text : `(${text})`
}
