import { createContext, Script } from 'node:vm'
import { expect, it } from 'vitest'
import { boundOf } from './bounded.ts'
import { collectExpressions, type Expression } from './collect-expressions.ts'
import { hostileTexts } from './hostile-texts.ts'

/** Everything is tried over short texts; what was not done at once, over one fifty times as long. */
const SHORT = 20_000
const LONG = 1_000_000
const AT_ONCE_MS = 25
/** What goes over a text once takes a second for the long one, what goes over it again and again many minutes. */
const PATIENCE_MS = 90_000

const context = createContext({})
const replacing = new Script('text.replace(expression, "")')

function isDoneWithin(timeout: number, { source, flags }: Expression, text: string): boolean {
  Object.assign(context, { text, expression: new RegExp(source, flags) })
  try {
    replacing.runInContext(context, { timeout })
    return true
  } catch {
    return false
  }
}

/** The beginning of a text that an expression takes far too long over; null when there is none. */
function stumblesOver(expression: Expression): string | null {
  const bound = boundOf(expression)?.most ?? null
  for (const textOf of hostileTexts(expression.source)) {
    if (isDoneWithin(AT_ONCE_MS, expression, textOf(bound ?? SHORT))) continue
    if (!isDoneWithin(PATIENCE_MS, expression, textOf(bound ?? LONG))) return JSON.stringify(textOf(40))
  }
  return null
}

it('the texts make an expression stumble that goes over them again and again', () => {
  const texts = hostileTexts(String.raw`\s+$`).map((textOf) => textOf(SHORT))
  const quadratic = { source: String.raw`\s+$`, flags: '', files: [] }
  const linear = { source: String.raw`(?<!\s)\s+$`, flags: '', files: [] }
  expect(texts.every((text) => isDoneWithin(PATIENCE_MS, linear, text))).toBe(true)
  expect(texts.every((text) => isDoneWithin(AT_ONCE_MS, quadratic, text))).toBe(false)
})

it('no expression of the source stumbles over a long text', { timeout: 30 * 60_000 }, async () => {
  const expressions = await collectExpressions()
  expect(expressions.length).toBeGreaterThan(500)
  for (const expression of expressions) {
    const over = stumblesOver(expression)
    if (over === null) continue
    const { source, flags, files } = expression
    expect.fail(`${files.join(', ')}: /${source}/${flags} takes minutes over a long row of ${over}`)
  }
})
