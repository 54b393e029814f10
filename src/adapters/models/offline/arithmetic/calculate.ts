import { convertUnits } from './convert-units.ts'
import { evaluateExpression, type Order } from './evaluate-expression.ts'
import { formatNumber } from './format-number.ts'
import { type Calculation, NoAnswerError } from './number-part.ts'
import { answerProperty } from './number-property.ts'
import { askedText, inSymbols } from './question-phrasing.ts'

const LONGEST_QUESTION = 500
const AS_PERCENT = / in %$/

/** Answers an arithmetic or unit question exactly; null, never a guess, for any other question. */
export function calculate(question: string, order: Order = 'usual'): Calculation | null {
  const text = question.length > LONGEST_QUESTION ? null : askedText(question)
  if (text === null) return null
  try {
    return answerProperty(text) ?? convertUnits(text) ?? answerMoney(text, order) ?? answerSum(text, order)
  } catch (error) {
    if (error instanceof NoAnswerError) return null
    throw error
  }
}

/** One amount of money in a sum makes the result money, unless something is divided by it: 15% of $80. */
const AMOUNT = /^([^$€£]*)([$€£]) ?(\d[^$€£]*)$/
const DIVIDES = /(?:\/|÷|over|divided by) *$/

function answerMoney(text: string, order: Order): Calculation | null {
  const [, before = '', sign, rest = ''] = AMOUNT.exec(text) ?? []
  if (sign === undefined || DIVIDES.test(before)) return null
  const sum = answerSum(before + rest, order)
  return sum && { ...sum, answer: asMoney(sum.answer, sign) }
}

/** An amount with its sign, and with two decimals or none: $36.40. */
function asMoney(answer: string, sign: string): string {
  const [number = ''] = /\d\S*/.exec(answer) ?? []
  const isDecimal = /^\d+\.\d+$/.test(number)
  const amount = answer.replace(number, () => sign + (isDecimal ? Number(number).toFixed(2) : number))
  return isDecimal && /\.\d{3}/.test(answer) && !answer.startsWith('approximately')
    ? `approximately ${amount}`
    : amount
}

function answerSum(sum: string, order: Order): Calculation | null {
  const expression = inSymbols(sum)
  const steps: string[] = []
  const { value, text, isExact, isWrittenExactly } = evaluateExpression(
    expression.replace(AS_PERCENT, ''),
    order,
    steps,
  )
  if (AS_PERCENT.test(expression)) {
    const percent = `${formatNumber(value.mul(100), isExact)}%`
    steps.push(`${text} = ${percent}`)
    return { answer: isExact && isWrittenExactly ? percent : `approximately ${percent}`, steps }
  }
  if (steps.length === 0) return null
  return { answer: isWrittenExactly ? text : `approximately ${text}`, steps }
}
