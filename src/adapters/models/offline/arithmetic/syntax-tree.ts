import type { Unit } from '../../../../language/quantity/index.ts'
import type { Amount } from './amount.ts'

export type Operator = '+' | '-' | '*' | '/' | '^' | 'mod' | 'of'
export type FunctionName = 'square-root' | 'cube-root' | 'factorial' | 'square' | 'cube' | 'double' | 'triple'
export type ListFunctionName =
  | 'sum'
  | 'product'
  | 'difference'
  | 'quotient'
  | 'average'
  | 'median'
  | 'gcd'
  | 'lcm'
  | 'maximum'
  | 'minimum'

/** What to compute. A group is what was written in parentheses. */
export type SyntaxNode =
  | { readonly kind: 'amount'; readonly amount: Amount; readonly text: string }
  | { readonly kind: 'negation'; readonly operand: SyntaxNode }
  | { readonly kind: 'group'; readonly operand: SyntaxNode }
  | {
      readonly kind: 'operation'
      readonly operator: Operator
      readonly left: SyntaxNode
      readonly right: SyntaxNode
    }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly operand: SyntaxNode }
  | {
      readonly kind: 'list'
      readonly name: ListFunctionName
      readonly operands: readonly SyntaxNode[]
      /** Whether the list was in parentheses, as in gcd(12, 18), and therefore has a clear end. */
      readonly enclosed: boolean
    }
  | { readonly kind: 'conversion'; readonly operand: SyntaxNode; readonly unit: Unit }

/** Whether a part, spoken without parentheses, has an unclear extent: "6 by 2 plus 1". */
export function isOpenEnded(node: SyntaxNode): boolean {
  if (node.kind === 'negation') return isOpenEnded(node.operand)
  if (node.kind === 'function') return isOpenEnded(node.operand)
  if (node.kind === 'operation')
    return (node.operator !== '^' && node.operator !== 'of') || isOpenEnded(node.right)
  return node.kind === 'list' && !node.enclosed
}

/** Whether there is nothing to compute, as for the 42 of "what is 42". */
export function isBareAmount(node: SyntaxNode): boolean {
  if (node.kind === 'negation' || node.kind === 'group') return isBareAmount(node.operand)
  return node.kind === 'amount'
}
