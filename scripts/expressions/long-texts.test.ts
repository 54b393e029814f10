import { expect, it } from 'vitest'
import { boundOf } from './bounded.ts'
import { collectExpressions } from './collect-expressions.ts'
import { hostileTexts } from './hostile-texts.ts'
import { AT_ONCE_MS, findSlowText, finishesWithin, PATIENCE_MS, SHORT } from './slow-texts.ts'

it('the hostile texts reveal an expression that takes quadratic time', () => {
  const texts = hostileTexts(String.raw`\s+$`).map((textOf) => textOf(SHORT))
  const quadratic = { source: String.raw`\s+$`, flags: '', files: [] }
  const linear = { source: String.raw`(?<!\s)\s+$`, flags: '', files: [] }
  expect(texts.every((text) => finishesWithin(PATIENCE_MS, linear, text))).toBe(true)
  expect(texts.every((text) => finishesWithin(AT_ONCE_MS, quadratic, text))).toBe(false)
})

// For all others `npm run check` proves it, and the long test tries them too.
it(
  'no expression that recheck skips is slow on the longest text it can get',
  async () => {
    const bounded = (await collectExpressions()).filter((expression) => boundOf(expression) !== null)
    expect(bounded.length).toBeGreaterThan(10)
    for (const expression of bounded) expect(findSlowText(expression), expression.source).toBeNull()
  },
  20 * 60_000,
)
