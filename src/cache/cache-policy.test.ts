import { describe, expect, it } from 'vitest'
import { servedForMs } from './cache-policy.ts'

const policy = {
  timeToLiveMs: 86_400_000,
  unconvergedMs: 600_000,
  timeSensitiveMs: 300_000,
  retentionMs: 604_800_000,
}
const whole = { query: 'What is light?', reached: true, answered: true, wholePanel: true }

describe('how long a result is served', () => {
  it('is the time to live for a converged result', () => {
    expect(servedForMs(whole, policy, 0)).toBe(policy.timeToLiveMs)
  })

  it('is up to a tenth less by chance and never more', () => {
    expect(servedForMs(whole, policy, 0.5)).toBe(policy.timeToLiveMs * 0.95)
    expect(servedForMs(whole, policy, 0.999_999)).toBeGreaterThanOrEqual(policy.timeToLiveMs * 0.9)
    expect(servedForMs(whole, policy, 0.123)).toBeLessThan(policy.timeToLiveMs)
  })

  it('is a whole number of milliseconds', () => {
    expect(servedForMs(whole, { ...policy, timeToLiveMs: 1_000 }, 1 / 3)).toBe(966)
  })

  it('is ten minutes for a result that did not converge', () => {
    expect(servedForMs({ ...whole, reached: false }, policy, 0.5)).toBe(600_000)
  })

  it('is five minutes for a question about the present, converged or not', () => {
    const query = 'What is the latest version of Node.js?'
    expect(servedForMs({ ...whole, query }, policy, 0.5)).toBe(300_000)
    expect(servedForMs({ ...whole, query, reached: false }, policy, 0.5)).toBe(300_000)
  })

  it('is never longer than the time to live', () => {
    const short = { ...policy, timeToLiveMs: 5_000 }
    expect(servedForMs({ ...whole, reached: false }, short, 0)).toBe(5_000)
    expect(servedForMs({ ...whole, query: 'What is new today?' }, short, 0)).toBe(5_000)
  })

  it.each([
    ['a model failed', { ...whole, wholePanel: false }],
    ['nobody had an answer', { ...whole, answered: false }],
  ])('is no time at all where %s', (_, admission) => {
    expect(servedForMs(admission, policy, 0)).toBe(0)
  })
})
