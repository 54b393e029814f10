import { describe, expect, it } from 'vitest'
import type { Reliability } from '../reliability/in-words.ts'
import { choosableModels, factsOf, idsIn, modelsMatching, withoutSight } from './listed-models.ts'

const model = (id: string, more = {}) => ({ id, name: null, context_length: null, pricing: null, ...more })
const models = [model('vendor/large', { name: 'Large Thinker' }), model('vendor/small'), model('other/small')]
const ids = (found: Array<{ id: string }>) => found.map(({ id }) => id)

describe('the models to choose from', () => {
  it('include those that were chosen without being listed', () => {
    const chosen = ['own/one', 'vendor/large', 'own/one']
    expect(ids(choosableModels({ models }, chosen))).toEqual(['own/one', ...ids(models)])
  })

  it.each([
    ['', ['vendor/large', 'vendor/small', 'other/small']],
    ['SMALL', ['vendor/small', 'other/small']],
    ['small vendor', ['vendor/small']],
    ['thinker', ['vendor/large']],
    ['nothing', []],
  ])('are found by vendor and name with “%s”', (text, expected) => {
    expect(ids(modelsMatching(models, text))).toEqual(expected)
  })

  it('may be typed, several at once', () => {
    expect(idsIn(' a/one, b/two ,')).toEqual(['a/one', 'b/two'])
  })
})

describe('what is known of a model', () => {
  const price = { prompt_usd_per_million: 0.15, completion_usd_per_million: 10, request_usd: 0 }

  it('is its price, its context and how often it was right', () => {
    const member = { model: 'vendor/large', accuracy: 0.783 }
    const figures = new Map([['', { members: [member] } as unknown as Reliability]])
    const large = model('vendor/large', { pricing: price, context_length: 1_048_576 })
    expect(factsOf(large, figures)).toEqual(['$0.15 in, $10 out', '1M context', '78% right'])
  })

  it('is whether it takes pictures, where that is known', () => {
    const seeing = model('a/seeing', { pricing: price, inputs: ['text', 'image'] })
    expect(factsOf(seeing, new Map())).toContain('takes pictures')
    const listed = [seeing, model('a/blind', { inputs: ['text'] }), model('a/unknown')]
    expect(withoutSight(['a/blind', 'a/seeing', 'a/unknown', 'a/unlisted'], { models: listed })).toEqual([
      'a/blind',
    ])
  })

  it('says what calls cost beside tokens, and what to set where nothing is known', () => {
    const perCall = model('vendor/large', { pricing: { ...price, request_usd: 0.02 } })
    expect(factsOf(perCall, new Map([['', 'failed']]))).toEqual(['$0.15 in, $10 out, $0.02 a call'])
    expect(factsOf(model('own/one'), new Map())).toEqual(['price unknown – set PRICES'])
  })
})
