import { describe, expect, it } from 'vitest'
import { sampleResult } from '../../../../test/support/samples.ts'
import { createHeldResults } from './held-results.ts'

const filter = { scope: 'key:alice', router: 'offline', edition: 'current', fingerprint: 'panel' }

describe('the results held in memory', () => {
  it('are the most recently served ones, up to a maximum', () => {
    const held = createHeldResults(2)
    for (const query of ['a', 'b', 'a', 'c']) held.hold(query, filter, sampleResult({ id: query }))
    expect(held.get('a', filter, 5_000)?.id).toBe('a')
    expect(held.get('b', filter, 5_000)).toBeNull()
    expect(held.get('c', filter, 5_000)?.id).toBe('c')
  })

  it('are kept in the order in which they were served', () => {
    const held = createHeldResults(2)
    for (const query of ['a', 'b']) held.hold(query, filter, sampleResult({ id: query }))
    held.get('a', filter, 5_000)
    held.hold('c', filter, sampleResult({ id: 'c' }))
    expect(held.get('a', filter, 5_000)?.id).toBe('a')
    expect(held.get('b', filter, 5_000)).toBeNull()
  })

  it('are returned until they expire', () => {
    const held = createHeldResults(2)
    held.hold('a', filter, sampleResult({ id: 'a', servedUntil: 10_000 }))
    expect(held.get('a', filter, 9_999)?.id).toBe('a')
    expect(held.get('a', filter, 10_000)).toBeNull()
  })

  it.each([
    ['scope', { scope: 'key:bob' }],
    ['router', { router: 'openrouter' }],
    ['edition', { edition: 'older' }],
    ['panel', { fingerprint: 'another' }],
    ['panel', { fingerprint: null }],
  ])('are not returned for another %s', (_, other) => {
    const held = createHeldResults(2)
    held.hold('a', filter, sampleResult({ id: 'a' }))
    expect(held.get('a', { ...filter, ...other }, 5_000)).toBeNull()
  })

  it('are dropped when removed, under every panel they were found for, and the others stay', () => {
    const held = createHeldResults(5)
    held.hold('a', filter, sampleResult({ id: 'one' }))
    held.hold('a', { ...filter, fingerprint: null }, sampleResult({ id: 'one' }))
    held.hold('b', filter, sampleResult({ id: 'two' }))
    held.remove(['one', 'never there'])
    expect(held.get('a', filter, 5_000)).toBeNull()
    expect(held.get('a', { ...filter, fingerprint: null }, 5_000)).toBeNull()
    expect(held.get('b', filter, 5_000)?.id).toBe('two')
  })
})
