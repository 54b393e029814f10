import { NoAnswerError } from './amount.ts'
import { amountNode, isPart } from './parse-expression.ts'
import type { SyntaxNode } from './syntax-tree.ts'
import { TokenReader } from './token-reader.ts'
import type { Token } from './tokenize.ts'

/** Parses tokens naively: no parentheses, no precedence, operators applied from left to right. */
export function parseLeftToRight(tokens: readonly Token[]): SyntaxNode {
  const reader = new TokenReader(tokens.filter(({ kind }) => kind !== 'open' && kind !== 'close'))
  let left = parseOperand(reader)
  for (;;) {
    const operator = reader.takeOperator('+', '-', '*', '/', 'mod', '^')
    if (!operator) break
    left = { kind: 'operation', operator, left, right: parseOperand(reader) }
  }
  reader.expectEnd()
  return left
}

function parseOperand(reader: TokenReader): SyntaxNode {
  if (reader.takeOperator('-')) return { kind: 'negation', operand: parseOperand(reader) }
  let node = parsePrimary(reader)
  for (let token = reader.peek(); token?.kind === 'postfix'; token = reader.peek()) {
    reader.next()
    node = { kind: 'function', name: token.name, operand: node }
  }
  if (!isPart(node) || !reader.takeOperator('of')) return node
  return { kind: 'operation', operator: 'of', left: node, right: parseOperand(reader) }
}

function parsePrimary(reader: TokenReader): SyntaxNode {
  const token = reader.next()
  if (token.kind === 'amount') return amountNode(token)
  if (token.kind === 'function') return { kind: 'function', name: token.name, operand: parseOperand(reader) }
  if (token.kind !== 'list') throw new NoAnswerError('an operand is missing')
  const operands = [parseOperand(reader)]
  while (reader.take('comma') || reader.take('and')) operands.push(parseOperand(reader))
  if (operands.length < 2) throw new NoAnswerError('a list needs two numbers')
  return { kind: 'list', name: token.name, operands, enclosed: true }
}
