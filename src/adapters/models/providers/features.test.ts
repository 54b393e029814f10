import { expect, test } from 'vitest'
import { createRefusedFeatures } from './features.ts'

test('a refused feature is remembered only for that endpoint', () => {
  const refused = createRefusedFeatures()
  refused.add('a', 'schema')
  expect(refused.refuses('a', 'schema')).toBe(true)
  expect(refused.refuses('a', 'temperature')).toBe(false)
  expect(refused.refuses('b', 'schema')).toBe(false)
  refused.add('a', 'temperature')
  expect(refused.refuses('a', 'schema')).toBe(true)
})

test('beyond the maximum number of endpoints the oldest is forgotten', () => {
  const refused = createRefusedFeatures(2)
  for (const endpoint of ['a', 'b', 'c']) refused.add(endpoint, 'schema')
  expect(['a', 'b', 'c'].map((endpoint) => refused.refuses(endpoint, 'schema'))).toEqual([false, true, true])
})
