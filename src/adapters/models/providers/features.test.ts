import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { openTerms } from './features.ts'
import { ProviderFault } from './provider-fault.ts'

test('a refused feature is remembered only for that endpoint, and only once the request without it has helped', () => {
  const refused = new LRUCache<string, true>({ max: 9 })
  const featuresAt = (endpoint: string) =>
    openTerms(refused, { endpoint, wanted: ['schema', 'temperature'] }).features
  const terms = openTerms(refused, { endpoint: 'a', wanted: ['schema', 'temperature'] })
  expect(terms.giveWay(new ProviderFault('bad_request', 'response_format is unknown'))).toBe(true)
  expect([...featuresAt('a')]).toEqual(['schema', 'temperature'])
  terms.remember()
  expect([...featuresAt('a')]).toEqual(['temperature'])
  expect([...featuresAt('b')]).toEqual(['schema', 'temperature'])
})
