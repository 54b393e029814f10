import { expect, it } from 'vitest'
import { collectExpressions } from './collect-expressions.ts'
import { findSlowText } from './slow-texts.ts'

it('no expression in the source is slow on a long text', { timeout: 30 * 60_000 }, async () => {
  const expressions = await collectExpressions()
  expect(expressions.length).toBeGreaterThan(400)
  for (const expression of expressions) {
    const over = findSlowText(expression)
    if (over === null) continue
    const { source, flags, files } = expression
    expect.fail(`${files.join(', ')}: /${source}/${flags} takes minutes on a long repetition of ${over}`)
  }
})
