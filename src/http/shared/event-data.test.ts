import { describe, expect, it } from 'vitest'
import type { Claim } from '../../contract/claims.ts'
import { dataOf } from './event-stream.ts'

const claim: Claim = {
  text: 'The moon pulls the water.',
  status: 'disputed',
  central: true,
  support: 0.5,
  for: ['ada', 'cyd'],
  against: ['voice (for bob)', 'voice (for eve)'],
  unsure: ['a/stray', 'dan'],
  axioms: [],
}

describe('what watchers are told', () => {
  it('of an answer has whole milliseconds, and dollars without the noise of binary fractions', () => {
    const answer = {
      type: 'answer-received' as const,
      iteration: 1,
      name: 'ada',
      model: 'a/ada',
      answered: true,
      answer: '4',
      text: 'It is 4.',
      error: null,
    }
    const told = (latency_ms: number, cost_usd: number | null) =>
      dataOf({ ...answer, latency_ms, cost_usd }, [{ model: 'a/ada' }])
    const { type: _, ...data } = answer
    expect(told(12.625, 0.1 + 0.2)).toEqual({ ...data, latency_ms: 13, cost_usd: 0.3 })
    expect(told(1, null)).toMatchObject({ cost_usd: null })
  })

  it.each([
    { by: 'name', seatOf: (name: string) => ({ name, model: 'a/same', provider: 'openrouter' }) },
    { by: 'identifier', seatOf: (model: string) => ({ model }) },
  ])('of claims names the models in the order of the request, by $by', ({ seatOf }) => {
    const seats = ['eve', 'dan', 'cyd', 'bob', 'ada'].map(seatOf)
    expect(dataOf({ type: 'claims-change', iteration: 2, claims: [claim] }, seats)).toEqual({
      iteration: 2,
      claims: [
        {
          ...claim,
          for: ['cyd', 'ada'],
          against: ['voice (for eve)', 'voice (for bob)'],
          unsure: ['dan', 'a/stray'],
        },
      ],
    })
  })
})
