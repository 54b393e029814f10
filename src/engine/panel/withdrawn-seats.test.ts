import { describe, expect, it } from 'vitest'
import { type Line, restless, runScripted } from '../../../test/support/engine/scripted-panel.ts'
import { ModelFailure } from './model-port.ts'

const ANSWERS = { ada: restless(100), bob: restless(200) }

/** How often a seat was asked for an answer in a run of five iterations. */
async function timesAsked(failure: () => never): Promise<{ asked: number; last: string }> {
  const { result, calls } = runScripted({ ...ANSWERS, eve: failure }, { maxIterations: 5 })
  const { entries } = await result
  const asked = calls.filter(({ seat, brief }) => seat.name === 'eve' && brief.phase !== 'reading').length
  const last = entries.at(-1)?.responses.find(({ name }) => name === 'eve')?.error
  return { asked, last: `${last?.code}: ${last?.message}` }
}

describe('a seat that fails', () => {
  it('for good is asked once, and every later iteration says why', async () => {
    const { asked, last } = await timesAsked(() => {
      throw new ModelFailure('unauthorized', '401: no such key')
    })
    expect(asked).toBe(1)
    expect(last).toBe('withdrawn: Not asked again after unauthorized: 401: no such key')
  })

  it('twice in a row is not waited for a third time', async () => {
    const { asked } = await timesAsked(() => {
      throw new ModelFailure('timeout', 'late')
    })
    expect(asked).toBe(2)
  })

  it('once and then answers stays in the panel', async () => {
    let tries = 0
    const { result } = runScripted(
      {
        ...ANSWERS,
        eve: (call) => {
          tries++
          if (tries === 1) throw new ModelFailure('timeout', 'late')
          return (restless(300) as (asked: typeof call) => Line)(call)
        },
      },
      { maxIterations: 4 },
    )
    await result
    expect(tries).toBe(4)
  })
})
