import {
  type Rational,
  RationalRangeError,
  rational,
  type Unit,
} from '../../../../language/quantity/index.ts'
import { NoAnswerError } from './amount.ts'
import { evaluateNode } from './evaluate-node.ts'
import { formatAnswer, isWrittenExactly } from './format-amount.ts'
import { isPrime, smallestFactor } from './integer-functions.ts'
import { integerOf } from './number-functions.ts'
import { type Reading, readQuestion } from './question-phrasing.ts'
import { isBareAmount, isOpenEnded, type SyntaxNode } from './syntax-tree.ts'
import { type Token, tokenize } from './tokenize.ts'

/** An arithmetic question answered. */
export interface Evaluation {
  /** The question as an expression, such as "17 + 25". */
  readonly expression: string
  /** 1 for yes and 0 for no. An irrational value is given to at least thirty digits. */
  readonly value: Rational
  readonly unit: Unit | null
  /** Such as "42", "8.04672 km", "approximately 1.41421356" or "yes". */
  readonly answer: string
  /** Short claims that lead to the answer, such as "17 + 25 = 42". */
  readonly steps: string[]
  /** Whether the answer states the value without rounding. */
  readonly exact: boolean
}

type Parse = (tokens: readonly Token[]) => SyntaxNode

/** Answers a question with the given expression parser; null when it is not arithmetic. */
export function answerQuestion(question: string, parse: Parse): Evaluation | null {
  try {
    const reading = readQuestion(question)
    if (!reading) return null
    return reading.kind === 'property' ? answerProperty(reading, parse) : answerValue(reading, parse)
  } catch (error) {
    if (error instanceof NoAnswerError || error instanceof RationalRangeError) return null
    throw error
  }
}

function answerValue(reading: Reading, parse: Parse): Evaluation | null {
  const node = nodeOf(reading, parse)
  if (isBareAmount(node)) return null
  const steps: string[] = []
  const { amount, text } = evaluateNode(node, steps)
  const exact = isWrittenExactly(amount)
  return {
    expression: text,
    value: amount.value,
    unit: amount.unit,
    answer: formatAnswer(amount),
    steps,
    exact,
  }
}

function nodeOf(reading: Reading, parse: Parse): SyntaxNode {
  switch (reading.kind) {
    case 'expression':
      return parseText(reading.text, parse)
    case 'conversion':
      return { kind: 'conversion', operand: nodeOf(reading.operand, parse), unit: reading.unit }
    case 'operation': {
      const [left, right] = [parseText(reading.left, parse), parseText(reading.right, parse)]
      // "Divide 12 by 2 plus 4" may be 2 or 10.
      if (isOpenEnded(left) || isOpenEnded(right)) throw new NoAnswerError('the command is ambiguous')
      return { kind: 'operation', operator: reading.operator, left, right }
    }
    case 'property':
      throw new NoAnswerError('a property has no value')
  }
}

function parseText(text: string, parse: Parse): SyntaxNode {
  const tokens = tokenize(text)
  if (!tokens) throw new NoAnswerError('this is no expression')
  return parse(tokens)
}

function answerProperty(reading: Extract<Reading, { kind: 'property' }>, parse: Parse): Evaluation | null {
  const steps: string[] = []
  const subject = evaluateNode(parseText(reading.subject, parse), steps)
  const value = integerOf(subject.amount)
  if (reading.property === 'prime') return primality(value, steps)
  const divisorText = reading.property === 'divisible' ? reading.divisor : '2'
  const divisor = integerOf(evaluateNode(parseText(divisorText, parse), steps).amount)
  if (divisor === 0n) return null
  const isDivisible = value % divisor === 0n
  steps.push(`${value} is ${isDivisible ? '' : 'not '}divisible by ${divisor}`)
  const holds = reading.property === 'odd' ? !isDivisible : isDivisible
  const claim = reading.property === 'divisible' ? `divisible by ${divisor}` : reading.property
  return yesOrNo(holds, `is ${value} ${claim}`, steps)
}

function primality(value: bigint, steps: string[]): Evaluation | null {
  const holds = isPrime(value)
  if (holds === null) return null
  const factor = holds || value < 2n ? null : smallestFactor(value)
  if (factor) steps.push(`${value} = ${factor} * ${value / factor}`)
  steps.push(`${value} is ${holds ? '' : 'not '}prime`)
  return yesOrNo(holds, `is ${value} prime`, steps)
}

function yesOrNo(holds: boolean, expression: string, steps: string[]): Evaluation {
  return {
    expression,
    value: rational(holds ? 1 : 0),
    unit: null,
    answer: holds ? 'yes' : 'no',
    steps,
    exact: true,
  }
}
