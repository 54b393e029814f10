import { describe, expect, it } from 'vitest'
import { panelFingerprint, servedUntil } from './cache-policy.ts'

const policy = { timeToLiveMs: 86_400_000, unconvergedMs: 600_000, retentionMs: 604_800_000 }
const NOW = 1_000_000
const whole = { reached: true, answered: true, wholePanel: true }

describe('how long a result is served', () => {
  it('serves a converged result for its whole time to live', () => {
    expect(servedUntil(NOW, whole, policy)).toBe(NOW + policy.timeToLiveMs)
  })

  it('serves a result that did not converge for ten minutes', () => {
    expect(servedUntil(NOW, { ...whole, reached: false }, policy)).toBe(NOW + 600_000)
  })

  it('never serves a result that did not converge for longer than a converged one', () => {
    const short = { ...policy, timeToLiveMs: 5_000 }
    expect(servedUntil(NOW, { ...whole, reached: false }, short)).toBe(NOW + 5_000)
  })

  it.each([
    ['a model failed', { ...whole, wholePanel: false }],
    ['nobody had an answer', { ...whole, answered: false }],
  ])('never serves a result in which %s', (_, admission) => {
    expect(servedUntil(NOW, admission, policy)).toBe(NOW)
  })
})

describe('the fingerprint of a panel', () => {
  const panel = { models: ['a', 'b'], structure: 'sonata', maxIterations: 7, compose: true }

  it('does not depend on the order of the models', () => {
    expect(panelFingerprint({ ...panel, models: ['b', 'a'] })).toBe(panelFingerprint(panel))
  })

  it.each([
    ['models', { ...panel, models: ['a', 'c'] }],
    ['number of seats', { ...panel, models: ['a', 'b', 'b'] }],
    ['structure', { ...panel, structure: 'concert' }],
    ['iterations', { ...panel, maxIterations: 1 }],
    ['writer', { ...panel, compose: false }],
  ])('depends on the %s', (_, other) => {
    expect(panelFingerprint(other)).not.toBe(panelFingerprint(panel))
  })

  it('leaves the order of the request as it was', () => {
    const models = ['b', 'a']
    panelFingerprint({ ...panel, models })
    expect(models).toEqual(['b', 'a'])
  })
})
