import { createContext, Script } from 'node:vm'
import { boundOf } from './bounded.ts'
import type { Expression } from './collect-expressions.ts'
import { hostileTexts } from './hostile-texts.ts'

/** Everything is tried over short texts; what was not done at once, over one fifty times as long. */
export const SHORT = 20_000
const LONG = 1_000_000
export const AT_ONCE_MS = 25
/** What goes over a text once takes a second for the long one, what goes over it again and again many minutes. */
export const PATIENCE_MS = 90_000

const context = createContext({})
const replacing = new Script('text.replace(expression, "")')

/** Whether an expression is done with a text in time. */
export function isDoneWithin(timeout: number, { source, flags }: Expression, text: string): boolean {
  Object.assign(context, { text, expression: new RegExp(source, flags) })
  try {
    replacing.runInContext(context, { timeout })
    return true
  } catch {
    return false
  }
}

/** The beginning of a text that an expression takes far too long over; null when there is none. */
export function stumblesOver(expression: Expression): string | null {
  const bound = boundOf(expression)?.most ?? null
  for (const textOf of hostileTexts(expression.source)) {
    if (isDoneWithin(AT_ONCE_MS, expression, textOf(bound ?? SHORT))) continue
    if (!isDoneWithin(PATIENCE_MS, expression, textOf(bound ?? LONG))) return JSON.stringify(textOf(40))
  }
  return null
}
