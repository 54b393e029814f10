import { describe, expect, it } from 'vitest'
import { EdgeConsensusRequest } from '../../../src/contract/edge-consensus.ts'
import { EMPTY_FORM, optionsInUse, requestOf } from './ask-form-state.ts'

describe('the request of a form', () => {
  it('has nothing but the question when nothing else is filled in', () => {
    expect(requestOf({ ...EMPTY_FORM, question: ' Why? ' })).toEqual({ query: 'Why?' })
  })

  it('has every field that is filled in, as the API accepts it', () => {
    const request = requestOf({
      question: 'Why?',
      models: ['a', 'b', 'e'],
      first: ['a', 'b'],
      samples: '2',
      structure: 'fugue',
      kind: 'open',
      effort: 'high',
      search: 'on',
      maxIterations: '3',
      maxCalls: '12',
      maxCostUsd: '0.5',
      timeoutSeconds: '60',
      criteria: 'short',
      reader: 'd',
      writer: 'c',
      instructions: 'In plain words.',
      documents: [
        { title: '', text: 'A text.' },
        { title: 'Empty', text: ' ' },
      ],
      files: [],
      isFresh: true,
    })
    expect(request).toEqual({
      query: 'Why?',
      models: ['a', 'b', 'e'],
      first: ['a', 'b'],
      samples: 2,
      structure: 'fugue',
      kind: 'open',
      effort: 'high',
      search: 'on',
      max_iterations: 3,
      max_calls: 12,
      max_cost_usd: 0.5,
      timeout_seconds: 60,
      criteria: 'short',
      reader: 'd',
      writer: 'c',
      messages: [{ role: 'system', content: 'In plain words.' }],
      context: [{ title: 'Document 1', text: 'A text.' }],
      skip_cache: true,
    })
    expect(EdgeConsensusRequest.strict().safeParse(request).success).toBe(true)
  })
})

it('leaves out a first stage that the chosen models no longer have', () => {
  const form = { ...EMPTY_FORM, question: 'Why?', first: ['a', 'b'] }
  expect(requestOf({ ...form, models: ['a', 'c', 'd'] })).not.toHaveProperty('first')
  expect(requestOf({ ...form, models: ['a', 'b'] })).not.toHaveProperty('first')
})

it('counts the options that are in use', () => {
  expect(optionsInUse({ ...EMPTY_FORM, question: 'Why?' })).toBe(0)
  expect(optionsInUse({ ...EMPTY_FORM, models: ['a'], isFresh: true, kind: 'open' })).toBe(2)
})

it.each([
  [['a'], '', 3],
  [['a'], '1', 3],
  [['a'], '5', 5],
  [['a', 'b'], '', undefined],
  [[], '', undefined],
])('models %j with “%s” replies each are asked for %s', (models, samples, expected) => {
  expect(requestOf({ ...EMPTY_FORM, models, samples }).samples).toBe(expected)
})
