import { rational } from '../../../../language/quantity/index.ts'
import { type Amount, addAmounts, asPercent, isPercent, multiplyAmounts, negateAmount } from './amount.ts'
import { formatAmount, isWrittenExactly } from './format-amount.ts'
import { plain, raise, takeRemainder } from './number-functions.ts'
import type { Operator } from './syntax-tree.ts'

/** A computed part: its amount, its expression, and how it is shown in the next step. */
export interface Evaluated {
  readonly amount: Amount
  readonly text: string
  readonly shown: string
  /** False when `shown` is rounded, so that a step says ≈ rather than =. */
  readonly isShownExactly: boolean
  /** Whether the text needs parentheses inside a larger one. */
  readonly isLoose: boolean
}

/** Applies an operator to two computed parts and records the step, as in "17 + 25 = 42". */
export function operate(operator: Operator, left: Evaluated, right: Evaluated, steps: string[]): Evaluated {
  const amount = compute(operator, left.amount, right.amount)
  noteStep(steps, written(operator, left.shown, right.shown), amount, [left, right])
  return evaluated(amount, written(operator, inside(left), inside(right)))
}

/** A computed part with the given expression, shown by its value. */
export function evaluated(amount: Amount, text: string): Evaluated {
  return {
    amount,
    text,
    shown: formatAmount(amount),
    isShownExactly: isWrittenExactly(amount),
    isLoose: false,
  }
}

/** A number that the phrasing implies, such as the 2 of "squared". */
export function literal(value: number): Evaluated {
  return evaluated(plain(rational(value)), String(value))
}

/** Records "expression = value", or ≈ if any of it is rounded. */
export function noteStep(steps: string[], claim: string, amount: Amount, parts: readonly Evaluated[]): void {
  const isExact = isWrittenExactly(amount) && parts.every((part) => part.isShownExactly)
  steps.push(`${claim} ${isExact ? '=' : '≈'} ${formatAmount(amount)}`)
}

/** The expression of a part as it goes into a larger one. */
export function inside(part: Evaluated): string {
  return part.isLoose ? `(${part.text})` : part.text
}

/** An expression that an exponent or exclamation mark may follow: units and signs get parentheses. */
export function closed(text: string): string {
  return /^(?:[\d.]+|pi|\w*\([^()]*\))$/.test(text) ? text : `(${text})`
}

function written(operator: Operator, left: string, right: string): string {
  if (operator === '^') return `${closed(left)}^${closed(right)}`
  return `${left} ${operator} ${right.startsWith('-') ? `(${right})` : right}`
}

function compute(operator: Operator, left: Amount, right: Amount): Amount {
  switch (operator) {
    case '+':
      return addAmounts(left, right)
    case '-':
      return addAmounts(left, negateAmount(right))
    case '*':
      return multiplyAmounts(left, right)
    case '/':
      return multiplyAmounts(left, right, -1)
    case '^':
      return raise(left, right)
    case 'mod':
      return takeRemainder(left, right)
    case 'of':
      return isPercent(right) ? asPercent(multiplyAmounts(left, right)) : multiplyAmounts(left, right)
  }
}
