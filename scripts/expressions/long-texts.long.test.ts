import { expect, it } from 'vitest'
import { collectExpressions } from './collect-expressions.ts'
import { stumblesOver } from './stumbling.ts'

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
