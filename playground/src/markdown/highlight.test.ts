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

it.each([
  ['bash', '1e'.repeat(5_000)],
  ['cpp', 'fn '.repeat(3_333)],
])('leaves words without end alone, which would take seconds: %s', async (language, code) => {
  expect(await processorTime(() => highlight(code, language))).toBeLessThan(100)
  expect(highlight(code, language)).toEqual([code])
})
