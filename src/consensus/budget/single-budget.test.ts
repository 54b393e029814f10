import { describe, expect, it } from 'vitest'
import { withinBudget } from './single-budget.ts'

const price = { promptUsdPerMillion: 1, completionUsdPerMillion: 10, requestUsd: 0 }
const budget = (maxCostUsd: number) => ({ maxCostUsd, maxCalls: null })
const said = (content: unknown) => ({ messages: [{ role: 'user', content }] })

describe('a request to one model within a budget', () => {
  it('has a limit on its reply that the budget can pay, and no larger one than replies usually have', () => {
    expect(withinBudget(said('hi'), budget(0.01), price).max_completion_tokens).toBeLessThan(1_000)
    expect(withinBudget(said('hi'), budget(100), price).max_completion_tokens).toBe(16_384)
  })

  it('keeps lower limits of its own, under either name', () => {
    const limits = { max_tokens: 1_000_000, max_completion_tokens: 5 }
    const bounded = withinBudget({ ...said('hi'), ...limits }, budget(0.01), price)
    expect(bounded.max_completion_tokens).toBe(5)
    expect(bounded.max_tokens).toBeLessThan(1_000)
  })

  it('pays for every one of several replies', () => {
    const one = withinBudget(said('hi'), budget(0.01), price).max_completion_tokens as number
    const ten = withinBudget({ ...said('hi'), n: 10 }, budget(0.01), price).max_completion_tokens as number
    expect(ten).toBeLessThanOrEqual(one / 10)
  })

  it.each(['models', 'plugins', 'service_tier', 'web_search_options'])('cannot have %s', (name) => {
    expect(() => withinBudget({ ...said('hi'), [name]: ['x'] }, budget(1), price)).toThrow(
      `${name} is not allowed where the cost is limited`,
    )
  })

  it('is refused where the prompt alone may cost more, whatever field it stands in', () => {
    const long = 'x'.repeat(100_000)
    expect(() => withinBudget(said(long), budget(0.01), price)).toThrow('could cost more than the limit')
    expect(() => withinBudget({ ...said('hi'), functions: [long] }, budget(0.01), price)).toThrow()
  })

  it('may have an image, whose size says nothing, but no file that nobody can measure', () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(300_000)}` } }
    expect(withinBudget(said([image]), budget(0.02), price).max_completion_tokens).toBeGreaterThan(500)
    const file = { type: 'file', file: { file_id: 'file-1' } }
    expect(() => withinBudget(said([file]), budget(1), price)).toThrow('Files by reference')
  })
})
