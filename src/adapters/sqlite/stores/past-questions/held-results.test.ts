import { describe, expect, it } from 'vitest'
import { sampleResult } from '../../../../../test/support/samples.ts'
import { createHeldResults } from './held-results.ts'

const filter = { scope: 'key:alice', router: 'offline', edition: 'current', fingerprint: 'panel' }

/** A result of a certain size. */
const sized = (changes: Parameters<typeof sampleResult>[0], bytes = 100) => ({
  result: sampleResult(changes),
  bytes,
})

describe('the results held in memory', () => {
  it('are the most recently served ones, up to a maximum size', () => {
    const held = createHeldResults(200)
    for (const query of ['a', 'b', 'a', 'c']) held.hold(query, filter, sized({ id: query }))
    expect(held.get('a', filter, 5_000)?.id).toBe('a')
    expect(held.get('b', filter, 5_000)).toBeNull()
    expect(held.get('c', filter, 5_000)?.id).toBe('c')
  })

  it('are fewer if they are large, and never one larger than what may be held', () => {
    const held = createHeldResults(150)
    for (const query of ['a', 'b', 'c']) held.hold(query, filter, sized({ id: query }, 60))
    expect(['a', 'b', 'c'].map((query) => held.get(query, filter, 5_000)?.id)).toEqual([undefined, 'b', 'c'])
    held.hold('large', filter, sized({ id: 'large' }, 151))
    expect(held.get('large', filter, 5_000)).toBeNull()
  })

  it('are kept in the order in which they were served', () => {
    const held = createHeldResults(200)
    for (const query of ['a', 'b']) held.hold(query, filter, sized({ id: query }))
    held.get('a', filter, 5_000)
    held.hold('c', filter, sized({ id: 'c' }))
    expect(held.get('a', filter, 5_000)?.id).toBe('a')
    expect(held.get('b', filter, 5_000)).toBeNull()
  })

  it('are returned until they expire', () => {
    const held = createHeldResults(200)
    held.hold('a', filter, sized({ id: 'a', servedUntil: 10_000 }))
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
    const held = createHeldResults(200)
    held.hold('a', filter, sized({ id: 'a' }))
    expect(held.get('a', { ...filter, ...other }, 5_000)).toBeNull()
  })

  it('are dropped when removed, under every panel they were found for, and the others stay', () => {
    const held = createHeldResults(500)
    held.hold('a', filter, sized({ id: 'one' }))
    held.hold('a', { ...filter, fingerprint: null }, sized({ id: 'one' }))
    held.hold('b', filter, sized({ id: 'two' }))
    held.remove(['one', 'never there'])
    expect(held.get('a', filter, 5_000)).toBeNull()
    expect(held.get('a', { ...filter, fingerprint: null }, 5_000)).toBeNull()
    expect(held.get('b', filter, 5_000)?.id).toBe('two')
  })
})
