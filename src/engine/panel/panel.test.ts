import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelsNamed } from '../../../test/support/engine/scripted-panel.ts'
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
