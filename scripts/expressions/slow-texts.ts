import { createContext, Script } from 'node:vm'
import { boundOf } from './bounded.ts'
import type { Expression } from './collect-expressions.ts'
import { hostileTexts } from './hostile-texts.ts'

/** Every expression is tried on short texts; if it is not finished at once, on a text fifty times as long. */
export const SHORT = 20_000
const LONG = 1_000_000
export const AT_ONCE_MS = 25
/** On the long text, a linear expression takes a second and a quadratic one many minutes. */
export const PATIENCE_MS = 90_000

const context = createContext({})
const replacing = new Script('text.replace(expression, "")')

/** Whether an expression finishes in time on a text. */
export function finishesWithin(timeout: number, { source, flags }: Expression, text: string): boolean {
  Object.assign(context, { text, expression: new RegExp(source, flags) })
  try {
    replacing.runInContext(context, { timeout })
    return true
  } catch {
    return false
  }
}

/** The beginning of a text on which an expression takes far too long; null if there is none. */
export function findSlowText(expression: Expression): string | null {
  const bound = boundOf(expression)?.most ?? null
  for (const textOf of hostileTexts(expression.source)) {
    if (finishesWithin(AT_ONCE_MS, expression, textOf(bound ?? SHORT))) continue
    if (!finishesWithin(PATIENCE_MS, expression, textOf(bound ?? LONG))) return JSON.stringify(textOf(40))
  }
  return null
}
