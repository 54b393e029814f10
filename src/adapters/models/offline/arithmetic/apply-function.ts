import { type Amount, NoAnswerError } from './amount.ts'
import {
  isAtLeast,
  sorted,
  takeFactorial,
  takeGreatestCommonDivisor,
  takeLeastCommonMultiple,
  takeMedian,
  takeRoot,
} from './number-functions.ts'
import { closed, type Evaluated, evaluated, inside, literal, noteStep, operate } from './operate.ts'
import type { FunctionName, ListFunctionName, Operator } from './syntax-tree.ts'

/** Applies a function of one number; a square or a double is computed, and recorded, as its operation. */
export function applyFunction(name: FunctionName, operand: Evaluated, steps: string[]): Evaluated {
  switch (name) {
    case 'square':
      return operate('^', operand, literal(2), steps)
    case 'cube':
      return operate('^', operand, literal(3), steps)
    case 'double':
      return { ...operate('*', literal(2), operand, steps), isLoose: true }
    case 'triple':
      return { ...operate('*', literal(3), operand, steps), isLoose: true }
    case 'square-root':
      return call('sqrt', [operand], takeRoot(operand.amount, 2), steps)
    case 'cube-root':
      return call('cbrt', [operand], takeRoot(operand.amount, 3), steps)
    case 'factorial': {
      const amount = takeFactorial(operand.amount)
      noteStep(steps, `${closed(operand.shown)}!`, amount, [operand])
      return evaluated(amount, `${closed(inside(operand))}!`)
    }
  }
}

/** Applies a function of a list; sums and averages are computed, and recorded, pair by pair. */
export function applyListFunction(name: ListFunctionName, operands: Evaluated[], steps: string[]): Evaluated {
  const amounts = operands.map((operand) => operand.amount)
  switch (name) {
    case 'sum':
      return chain('+', operands, steps)
    case 'product':
      return chain('*', operands, steps)
    case 'average':
      return { ...operate('/', chain('+', operands, steps), literal(operands.length), steps), isLoose: true }
    case 'difference': {
      const [first, second] = pairOf(operands)
      return chain('-', isAtLeast(first.amount, second.amount) ? [first, second] : [second, first], steps)
    }
    case 'quotient':
      return chain('/', pairOf(operands), steps)
    case 'median':
      return call('median', operands, takeMedian(amounts), steps)
    case 'gcd':
      return call('gcd', operands, takeGreatestCommonDivisor(amounts), steps)
    case 'lcm':
      return call('lcm', operands, takeLeastCommonMultiple(amounts), steps)
    case 'maximum':
      return call('max', operands, sorted(amounts).at(-1)!, steps)
    case 'minimum':
      return call('min', operands, sorted(amounts)[0]!, steps)
  }
}

function chain(operator: Operator, operands: readonly Evaluated[], steps: string[]): Evaluated {
  return { ...operands.reduce((left, right) => operate(operator, left, right, steps)), isLoose: true }
}

function call(name: string, operands: readonly Evaluated[], amount: Amount, steps: string[]): Evaluated {
  noteStep(steps, `${name}(${operands.map(({ shown }) => shown).join(', ')})`, amount, operands)
  // A single group already has its parentheses.
  const texts = operands.map(({ text }) => text.replace(/^\(([^()]*)\)$/, '$1'))
  return evaluated(amount, `${name}(${texts.join(', ')})`)
}

function pairOf(operands: readonly Evaluated[]): [Evaluated, Evaluated] {
  const [first, second, third] = operands
  if (!first || !second || third) throw new NoAnswerError('this is asked of exactly two numbers')
  return [first, second]
}
