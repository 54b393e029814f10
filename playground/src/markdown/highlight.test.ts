import { expect, it } from 'vitest'
import { processorTime } from '../../../test/support/processor-time.ts'
import { highlight } from './highlight.ts'

it('colours code', () => {
  expect(highlight('let a = 1', 'js')).toContainEqual({ kind: 'hljs-keyword', parts: ['let'] })
})

it('leaves code without colours that is nested without end', () => {
  const code = '${ `'.repeat(2_000)
  expect(highlight(code, 'js')).toEqual([code])
})

it('leaves words without end alone, which would take seconds', async () => {
  const code = '1e'.repeat(10_000)
  expect(await processorTime(() => highlight(code, 'bash'))).toBeLessThan(100)
  expect(highlight(code, 'bash')).toEqual([code])
})
