import { expect, it } from 'vitest'
import { hostileTexts } from './hostile-texts.ts'
import { AT_ONCE_MS, finishesWithin, PATIENCE_MS, SHORT } from './slow-texts.ts'

it('the hostile texts reveal an expression that takes quadratic time', () => {
  const texts = hostileTexts(String.raw`\s+$`).map((textOf) => textOf(SHORT))
  const quadratic = { source: String.raw`\s+$`, flags: '', files: [] }
  const linear = { source: String.raw`(?<!\s)\s+$`, flags: '', files: [] }
  expect(texts.every((text) => finishesWithin(PATIENCE_MS, linear, text))).toBe(true)
  expect(texts.every((text) => finishesWithin(AT_ONCE_MS, quadratic, text))).toBe(false)
})
