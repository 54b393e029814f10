import { expect, test } from 'vitest'
import { createRefusedFeatures } from './refused-features.ts'

test('what an endpoint refuses is known for it alone', () => {
  const refused = createRefusedFeatures()
  refused.add('a', 'schema')
  expect(refused.refuses('a', 'schema')).toBe(true)
  expect(refused.refuses('a', 'temperature')).toBe(false)
  expect(refused.refuses('b', 'schema')).toBe(false)
  refused.add('a', 'temperature')
  expect(refused.refuses('a', 'schema')).toBe(true)
})

test('beyond so many endpoints the oldest is forgotten', () => {
  const refused = createRefusedFeatures(2)
  for (const endpoint of ['a', 'b', 'c']) refused.add(endpoint, 'schema')
  expect(['a', 'b', 'c'].map((endpoint) => refused.refuses(endpoint, 'schema'))).toEqual([false, true, true])
})
