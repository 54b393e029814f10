import { expect, it } from 'vitest'
import { boundOf } from './bounded.ts'
import { collectExpressions } from './collect-expressions.ts'
import { hostileTexts } from './hostile-texts.ts'
import { AT_ONCE_MS, isDoneWithin, PATIENCE_MS, SHORT, stumblesOver } from './stumbling.ts'

it('the texts make an expression stumble that goes over them again and again', () => {
  const texts = hostileTexts(String.raw`\s+$`).map((textOf) => textOf(SHORT))
  const quadratic = { source: String.raw`\s+$`, flags: '', files: [] }
  const linear = { source: String.raw`(?<!\s)\s+$`, flags: '', files: [] }
  expect(texts.every((text) => isDoneWithin(PATIENCE_MS, linear, text))).toBe(true)
  expect(texts.every((text) => isDoneWithin(AT_ONCE_MS, quadratic, text))).toBe(false)
})

// Of all others `npm run check` proves it, and the long test tries them too.
it('no expression for short texts alone, which recheck is not asked about, stumbles over its longest', async () => {
  const bounded = (await collectExpressions()).filter((expression) => boundOf(expression) !== null)
  expect(bounded.length).toBeGreaterThan(10)
  for (const expression of bounded) expect(stumblesOver(expression), expression.source).toBeNull()
})
