import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, modelsNamed, restless, runScripted } from '../../../test/support/engine/scripted-panel.ts'
import { ModelFailure } from './model-port.ts'
import { repeatedModels, seatPanel } from './panel.ts'

describe('seatPanel', () => {
  it('seats a panel the same whatever order it is asked in', () => {
    const models = modelsNamed(['ada', 'bob', 'cleo', 'dan', 'ada'])
    fc.assert(
      fc.property(
        fc.shuffledSubarray(models, { minLength: models.length }),
        fc.string(),
        (shuffled, query) => {
          expect(seatPanel(shuffled, query)).toEqual(seatPanel(models, query))
        },
      ),
    )
  })

  it('tells two seats of one model apart', () => {
    const keys = seatPanel(modelsNamed(['ada', 'ada', 'ada']), 'q').map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })

  it('keeps the key of a seat that speaks under another name than it was asked for', () => {
    const [ada] = modelsNamed(['ada'])
    const [asked] = seatPanel([ada!], 'q')
    expect(seatPanel([{ ...ada!, name: 'voice', askedAs: 'ada' }], 'q')).toEqual([
      { ...asked, name: 'voice' },
    ])
  })

  it('does not favour the same seat on every query', () => {
    const models = modelsNamed(['ada', 'bob', 'cleo'])
    const first = Array.from({ length: 30 }, (_, query) => seatPanel(models, `${query}`)[0]!.name)
    expect(new Set(first).size).toBe(3)
  })
})

describe('repeatedModels', () => {
  it('names each model that sits more than once, in an order of its own', () => {
    expect(repeatedModels(modelsNamed(['ada', 'bob', 'cleo']))).toEqual([])
    expect(repeatedModels(modelsNamed(['bob', 'ada', 'bob', 'ada', 'ada']))).toEqual(['test/ada', 'test/bob'])
    expect(repeatedModels(modelsNamed(['ada', 'bob', 'ada', 'bob']))).toEqual(['test/ada', 'test/bob'])
  })

  it('takes one identifier at two providers for two models', () => {
    const [ada] = modelsNamed(['ada'])
    expect(repeatedModels([ada!, { ...ada!, provider: 'openai' }])).toEqual([])
  })
})

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
