import { compare, ONE } from '../../../../language/quantity/index.ts'
import { isPercent, NoAnswerError } from './amount.ts'
import { formatLiteral } from './format-amount.ts'
import { type FunctionName, isOpenEnded, type ListFunctionName, type SyntaxNode } from './syntax-tree.ts'
import { TokenReader } from './token-reader.ts'
import type { Token } from './tokenize.ts'

// Each list is tried in two ways, so every level of nested lists doubles the work.
const DEEPEST_LISTS = 5

class ExpressionReader extends TokenReader {
  private lists = 0

  /** Reads a list, unless it is nested too deeply. */
  list<Result>(read: () => Result): Result {
    if (this.lists === DEEPEST_LISTS) throw new NoAnswerError('too many lists lie within one another')
    this.lists++
    try {
      return read()
    } finally {
      this.lists--
    }
  }
}

/**
 * Parses tokens with the usual precedence: sums of products of signed powers. Throws a `NoAnswerError`
 * for anything that is not an expression or whose spoken form is ambiguous.
 */
export function parseExpression(tokens: readonly Token[]): SyntaxNode {
  const reader = new ExpressionReader(tokens)
  const node = parseSum(reader)
  reader.expectEnd()
  return node
}

/** The node of a number as it was written. */
export function amountNode(token: Extract<Token, { kind: 'amount' }>): SyntaxNode {
  return { kind: 'amount', amount: token.amount, text: formatLiteral(token.amount) }
}

function parseSum(reader: ExpressionReader): SyntaxNode {
  let left = parseProduct(reader)
  for (;;) {
    const operator = reader.takeOperator('+', '-')
    if (!operator) return left
    left = { kind: 'operation', operator, left, right: parseProduct(reader) }
  }
}

function parseProduct(reader: ExpressionReader): SyntaxNode {
  let left = parseSigned(reader)
  for (;;) {
    const operator = reader.takeOperator('*', '/', 'mod')
    if (!operator) return left
    left = { kind: 'operation', operator, left, right: parseSigned(reader) }
  }
}

function parseSigned(reader: ExpressionReader): SyntaxNode {
  if (reader.takeOperator('-')) return { kind: 'negation', operand: parseSigned(reader) }
  if (reader.takeOperator('+')) return parseSigned(reader)
  const left = parsePower(reader)
  if (!reader.takeOperator('of')) return left
  if (!isPart(left)) throw new NoAnswerError('only a part or a percentage is taken of something')
  return { kind: 'operation', operator: 'of', left, right: parseSigned(reader) }
}

/** Whether "of" may follow: 15%, 3/4 and half are parts of something, 5 is not. */
export function isPart(node: SyntaxNode): boolean {
  if (node.kind !== 'amount') return false
  return isPercent(node.amount) || (node.amount.unit === null && compare(node.amount.value, ONE) < 0)
}

function parsePower(reader: ExpressionReader): SyntaxNode {
  const base = parsePostfix(reader)
  if (!reader.takeOperator('^')) return base
  return { kind: 'operation', operator: '^', left: base, right: parseExponent(reader) }
}

// Powers group to the right: 2^3^2 is 2^(3^2).
function parseExponent(reader: ExpressionReader): SyntaxNode {
  if (reader.takeOperator('-')) return { kind: 'negation', operand: parseExponent(reader) }
  return parsePower(reader)
}

function parsePostfix(reader: ExpressionReader): SyntaxNode {
  let node = parsePrimary(reader)
  for (;;) {
    const token = reader.peek()
    if (token?.kind !== 'postfix') return node
    reader.next()
    node = { kind: 'function', name: token.name, operand: node }
  }
}

function parsePrimary(reader: ExpressionReader): SyntaxNode {
  const token = reader.next()
  if (token.kind === 'amount') return amountNode(token)
  if (token.kind === 'function') {
    return { kind: 'function', name: token.name, operand: parseArgument(reader, token.name) }
  }
  if (token.kind === 'list') return reader.list(() => parseList(reader, token.name))
  if (token.kind !== 'open') throw new NoAnswerError('an operand is missing')
  const operand = parseSum(reader)
  if (!reader.take('close')) throw new NoAnswerError('a parenthesis is not closed')
  return { kind: 'group', operand }
}

// sqrt(2)^2 is the square of a root, while "double (2)^2" doubles a square.
function parseArgument(reader: ExpressionReader, name: FunctionName): SyntaxNode {
  const isCall = reader.peek()?.kind === 'open' && (name === 'square-root' || name === 'cube-root')
  return isCall ? parsePrimary(reader) : parseExponent(reader)
}

function parseList(reader: ExpressionReader, name: ListFunctionName): SyntaxNode {
  const enclosed = reader.attempt(() => {
    if (!reader.take('open')) return null
    const operands = parseElements(reader)
    return operands.length > 1 && reader.take('close') ? operands : null
  })
  if (enclosed) return { kind: 'list', name, operands: enclosed, enclosed: true }
  const operands = parseElements(reader)
  const last = operands.at(-1)
  // "The sum of 3 and 4 times 2" may be 14 or 11: better no answer than the wrong one.
  const isAmbiguous =
    (last && isOpenEnded(last)) || operands.some((node) => node.kind === 'list' && !node.enclosed)
  if (operands.length < 2 || isAmbiguous) throw new NoAnswerError('the list has no clear end')
  return { kind: 'list', name, operands, enclosed: false }
}

function parseElements(reader: ExpressionReader): SyntaxNode[] {
  const elements = [parseSum(reader)]
  while (reader.take('comma') || reader.take('and')) elements.push(parseSum(reader))
  return elements
}
