import { describe, expect, it } from 'vitest'
import { droppableInWords, inPoints, reliabilityInWords } from './in-words.ts'

const member = (model: string, loss: number | null, cost: number | null = null) => ({
  model,
  answered: 60,
  judged: 0,
  accuracy: 0.9,
  low: 0.8,
  high: 0.95,
  weight: 1,
  agreement: 0.9,
  loss_without: loss,
  cost_usd: cost,
  cost_per_right_usd: null,
})
const unknown = { models: [], known: false, runs: 12, needed: 50, accuracy: null, leader: null, members: [] }

describe('what is known of a panel', () => {
  it('says how much is missing', () => {
    expect(reliabilityInWords(unknown)).toMatch(/^Needs 38 more questions .* 12 of 50 were counted so far/)
    expect(reliabilityInWords({ ...unknown, runs: 49 })).toMatch(/^Needs 1 more question with/)
  })

  it('says why there will be no figures instead, where the service says so', () => {
    expect(reliabilityInWords({ ...unknown, warnings: ['The same model twice.'] })).toBe(
      'The same model twice.',
    )
  })

  it('says how often it is right, and whom it follows', () => {
    const figures = { ...unknown, known: true, runs: 64, accuracy: 0.871, leader: 'vendor/one' }
    expect(reliabilityInWords(figures)).toBe(
      'Together they were right in about 87 % of 64 questions. The answer of one decides: your verdicts say that this is better than a vote.',
    )
  })
})

describe('what one could drop', () => {
  it('is the model without which the panel is right as often, with what that saves', () => {
    const members = [member('v/a', 0.05), member('v/b', 0.02), member('v/c', 0.001, 0.004)]
    expect(droppableInWords({ members })).toBe(
      'You could drop c: without it the panel would be right as often, and each question would cost about $0.0040 less.',
    )
  })

  it('may even make the panel better', () => {
    const members = [member('v/a', 0.05), member('v/b', 0.02), member('v/c', -0.013)]
    expect(droppableInWords({ members })).toContain('right 1.3 points more often')
  })

  it('is none where all help, nor in a panel of two', () => {
    const members = [member('v/a', 0.05), member('v/b', 0.02), member('v/c', 0.03)]
    expect(droppableInWords({ members })).toContain(
      'miss least is b: without it the panel would be right 2 points',
    )
    expect(droppableInWords({ members: members.slice(0, 2) })).toBeNull()
  })
})

it.each([
  [0.0123, '+1.2 points'],
  [-0.02, '−2 points'],
  [0.0001, 'the same'],
])('a change of %s is %s', (change, text) => {
  expect(inPoints(change)).toBe(text)
})
