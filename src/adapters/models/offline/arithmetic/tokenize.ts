import { ORDINALS } from '../../../../language/number-words.ts'
import { matchAt, PI, rational, scanQuantity } from '../../../../language/quantity/index.ts'
import type { Amount } from './amount.ts'
import {
  FUNCTION_PHRASES,
  LIST_PHRASES,
  OPERATOR_PHRASES,
  ORDINAL_POWER,
  POSTFIX_PHRASES,
} from './operator-phrases.ts'
import type { FunctionName, ListFunctionName, Operator } from './syntax-tree.ts'

export type Token =
  | { readonly kind: 'amount'; readonly amount: Amount }
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'postfix' | 'function'; readonly name: FunctionName }
  | { readonly kind: 'list'; readonly name: ListFunctionName }
  | { readonly kind: 'open' | 'close' | 'comma' | 'and' }

interface Step {
  readonly tokens: readonly Token[]
  readonly end: number
}

const SKIPPED = / +|the(?!\p{L})/iuy
const PI_SIGN = /π|pi(?!\p{L})/iuy
const COMMA = /,(?: ?and(?!\p{L}))?/iuy
const AND = /and(?!\p{L})/iuy
// "17 % 5" and "17%5" ask for a remainder; "15% of 80" and "15% 80" do not.
const PERCENT_AS_REMAINDER = / % (?=[\d(])|%(?=[\d(])/y
const NUMBER_BEFORE_PERCENT = /\d+(?= % [\d(]|%[\d(])/y

/** Splits an expression in words or signs into tokens; null when it contains anything else. */
export function tokenize(text: string): Token[] | null {
  const tokens: Token[] = []
  let position = skip(text, 0)
  while (position < text.length) {
    const afterOperand = endsOperand(tokens.at(-1))
    const step = afterOperand ? scanAfterOperand(text, position) : scanOperand(text, position)
    if (!step) return null
    tokens.push(...step.tokens)
    position = skip(text, step.end)
  }
  return tokens
}

function scanAfterOperand(text: string, position: number): Step | null {
  const remainder =
    matchAt(PERCENT_AS_REMAINDER, text, position) ?? matchAt(PERCENT_AS_REMAINDER, text, position - 1)
  if (remainder) return step(remainder.index + remainder[0].length, { kind: 'operator', operator: 'mod' })
  const ordinal = matchAt(ORDINAL_POWER, text, position)
  if (ordinal) {
    const exponent = ordinal[1] ? Number(ordinal[1]) : ORDINALS.indexOf(ordinal[2]?.toLowerCase() ?? '')
    const raised: Token = { kind: 'operator', operator: '^' }
    return { tokens: [raised, plainNumber(exponent)], end: position + ordinal[0].length }
  }
  const postfix = firstMatch(POSTFIX_PHRASES, text, position)
  if (postfix) return step(postfix.end, { kind: 'postfix', name: postfix.meaning })
  const operator = firstMatch(OPERATOR_PHRASES, text, position)
  if (operator) return step(operator.end, { kind: 'operator', operator: operator.meaning })
  const comma = matchAt(COMMA, text, position)
  if (comma) return step(position + comma[0].length, { kind: 'comma' })
  const and = matchAt(AND, text, position)
  if (and) return step(position + and[0].length, { kind: 'and' })
  return text[position] === ')' ? step(position + 1, { kind: 'close' }) : null
}

function scanOperand(text: string, position: number): Step | null {
  if (text[position] === '(') return step(position + 1, { kind: 'open' })
  if (text[position] === '-' || text[position] === '+') {
    return step(position + 1, { kind: 'operator', operator: text[position] as Operator })
  }
  const minus = matchAt(/(?:minus|negative)(?!\p{L})/iuy, text, position)
  if (minus) return step(position + minus[0].length, { kind: 'operator', operator: '-' })
  const list = firstMatch(LIST_PHRASES, text, position)
  if (list) return step(list.end, { kind: 'list', name: list.meaning })
  const named = firstMatch(FUNCTION_PHRASES, text, position)
  if (named) return step(named.end, { kind: 'function', name: named.meaning })
  const pi = matchAt(PI_SIGN, text, position)
  if (pi)
    return step(position + pi[0].length, { kind: 'amount', amount: { value: PI, unit: null, exact: false } })
  const dividend = matchAt(NUMBER_BEFORE_PERCENT, text, position)
  if (dividend) return { tokens: [plainNumber(BigInt(dividend[0]))], end: position + dividend[0].length }
  const scanned = scanQuantity(text, position, 'expression')
  if (!scanned || !endsCleanly(text, scanned.end)) return null
  const { value, unit, end } = scanned
  return step(end, { kind: 'amount', amount: { value, unit, exact: true } })
}

function endsOperand(token: Token | undefined): boolean {
  return token?.kind === 'amount' || token?.kind === 'close' || token?.kind === 'postfix'
}

// The G of "5G" or the th of "5th" would otherwise count as the next word; "4x5" is fine.
function endsCleanly(text: string, end: number): boolean {
  return !/\p{L}|\d/u.test(text[end] ?? '') || /^x(?=[ \d(.])/.test(text.slice(end, end + 2))
}

function firstMatch<Meaning>(
  phrases: readonly (readonly [RegExp, Meaning])[],
  text: string,
  position: number,
): { meaning: Meaning; end: number } | null {
  for (const [pattern, meaning] of phrases) {
    const match = matchAt(pattern, text, position)
    if (match) return { meaning, end: position + match[0].length }
  }
  return null
}

function plainNumber(value: bigint | number): Token {
  return { kind: 'amount', amount: { value: rational(value), unit: null, exact: true } }
}

function step(end: number, ...tokens: Token[]): Step {
  return { tokens, end }
}

function skip(text: string, position: number): number {
  const match = matchAt(SKIPPED, text, position)
  return match ? skip(text, position + match[0].length) : position
}
