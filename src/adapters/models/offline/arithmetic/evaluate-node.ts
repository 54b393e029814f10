import type { Unit } from '../../../../language/quantity/index.ts'
import { asPercent, inUnit, negateAmount } from './amount.ts'
import { applyFunction, applyListFunction } from './apply-function.ts'
import { type Evaluated, evaluated, inside, noteStep, operate } from './operate.ts'
import type { SyntaxNode } from './syntax-tree.ts'

/** Computes a tree bottom-up and records each operation in `steps`; throws when there is no answer. */
export function evaluateNode(node: SyntaxNode, steps: string[]): Evaluated {
  switch (node.kind) {
    case 'amount':
      return { ...evaluated(node.amount, node.text), shown: node.text, isShownExactly: true }
    case 'negation': {
      const operand = evaluateNode(node.operand, steps)
      const amount = negateAmount(operand.amount)
      if (node.operand.kind !== 'amount') noteStep(steps, `-(${operand.shown})`, amount, [operand])
      return evaluated(amount, `-${inside(operand)}`)
    }
    case 'group': {
      const operand = evaluateNode(node.operand, steps)
      return { ...operand, text: `(${operand.text})`, isLoose: false }
    }
    case 'operation':
      return operate(node.operator, evaluateNode(node.left, steps), evaluateNode(node.right, steps), steps)
    case 'function':
      return applyFunction(node.name, evaluateNode(node.operand, steps), steps)
    case 'list': {
      const operands = node.operands.map((operand) => evaluateNode(operand, steps))
      return applyListFunction(node.name, operands, steps)
    }
    case 'conversion':
      return convertTo(node.unit, evaluateNode(node.operand, steps), steps)
  }
}

function convertTo(unit: Unit, operand: Evaluated, steps: string[]): Evaluated {
  const amount = unit.symbol === '%' ? asPercent(operand.amount) : inUnit(operand.amount, unit)
  noteStep(steps, operand.shown, amount, [operand])
  return evaluated(amount, `${operand.text} in ${unit.symbol}`)
}
