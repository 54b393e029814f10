import { evaluateExpression } from './evaluate-expression.ts'
import { type Calculation, NoAnswerError } from './number-part.ts'
import { countOf } from './operations.ts'
import { inSymbols } from './question-phrasing.ts'

const PROPERTY =
  /^is (?:the number )?(.+?) (?:(?:an? )?(prime|even|odd)(?: number)?|(?:evenly )?divisible by (.+))$/i
/** Up to here the smallest factor of a number is found at once. */
const LARGEST = 10n ** 12n

/** Answers whether a number is prime, even, odd or divisible by another; null for any other question. */
export function answerProperty(text: string): Calculation | null {
  const [, subject, property, divisor = '2'] = PROPERTY.exec(text) ?? []
  if (subject === undefined) return null
  const steps: string[] = []
  const numberIn = (words: string) => countOf(evaluateExpression(inSymbols(words), 'usual', steps))
  const value = numberIn(subject)
  if (property?.toLowerCase() === 'prime') return primality(value, steps)
  const by = numberIn(divisor)
  if (by === 0n) throw new NoAnswerError('nothing is divisible by zero')
  const isDivisible = value % by === 0n
  steps.push(`${value} is ${isDivisible ? '' : 'not '}divisible by ${by}`)
  return { answer: isDivisible === (property?.toLowerCase() !== 'odd') ? 'yes' : 'no', steps }
}

function primality(value: bigint, steps: string[]): Calculation {
  if (value > LARGEST) throw new NoAnswerError('the number is too large')
  let factor = 2n
  while (factor * factor <= value && value % factor !== 0n) factor++
  const isPrime = value > 1n && factor * factor > value
  if (!isPrime && value > 1n) steps.push(`${value} = ${factor} * ${value / factor}`)
  steps.push(`${value} is ${isPrime ? '' : 'not '}prime`)
  return { answer: isPrime ? 'yes' : 'no', steps }
}
