import { describe, expect, it, test } from 'vitest'
import { billIn, openAccount } from './bill.ts'

test('the usage of every protocol is read, and no token is counted twice', () => {
  const chat = { prompt_tokens: 10, completion_tokens: 5, cost: 0.01 }
  const messages = { input_tokens: 10, output_tokens: 5 }
  const read = { promptTokens: 10, completionTokens: 5, odd: [] }
  expect(billIn({ usage: chat })).toEqual({ ...read, costUsd: 0.01 })
  expect(billIn({ usage: messages })).toEqual({ ...read, costUsd: null })
  expect(billIn({ usage: { ...chat, ...messages } })).toEqual({ ...read, costUsd: 0.01 })
  const gemini = { promptTokenCount: 10, candidatesTokenCount: 2, thoughtsTokenCount: 3, totalTokenCount: 15 }
  expect(billIn({ usageMetadata: gemini })).toEqual({ ...read, costUsd: null, reasoningTokens: 3 })
  const thought = { ...chat, completion_tokens_details: { reasoning_tokens: 4 } }
  expect(billIn({ usage: thought })).toEqual({ ...read, costUsd: 0.01, reasoningTokens: 4 })
  const odd = { ...chat, completion_tokens_details: { reasoning_tokens: -4 } }
  expect(billIn({ usage: odd })).toEqual({ ...read, costUsd: 0.01 })
  const cached = { ...messages, cache_creation_input_tokens: 3, cache_read_input_tokens: 4 }
  expect(billIn({ usage: cached })).toMatchObject({ promptTokens: 17 })
})

test('a reply without a cost has a bill of unknown cost; anything else has no bill', () => {
  const nothing = { promptTokens: 0, completionTokens: 0, costUsd: null, odd: [] }
  for (const body of [
    { choices: [{}] },
    { candidates: [{}] },
    { content: [] },
    { usage: {} },
    { choices: [{}], usage: null },
  ])
    expect(billIn(body)).toEqual(nothing)
  for (const body of [{ hello: 'world' }, { choices: [] }, [], null, 'text', { error: { message: 'no' } }])
    expect(billIn(body)).toBeNull()
})

describe('figures that make no sense', () => {
  const most = () => ({ promptTokens: 5_000, completionTokens: 800 })
  const account = (...usages: object[]) => {
    const opened = openAccount('Model', () => 0, most)
    for (const usage of usages) opened.add(billIn({ usage }))
    return opened.total()
  }
  const nonsense = [-5, 'NaN', 1e9, 1e308, {}, true]

  it.each(nonsense)('count by the tokens of the reply, and never as a credit: a cost of %j', (cost) => {
    const counted = { isImplausible: true, costUsd: null, promptTokens: 10, completionTokens: 5 }
    const usage = { prompt_tokens: 10, completion_tokens: 5, cost }
    expect(account(usage)).toMatchObject({ ...counted, calls: 1 })
    const tried = { prompt_tokens: 10, completion_tokens: 5, cost: 0.1 }
    expect(account(tried, usage)).toMatchObject({
      ...counted,
      calls: 2,
      promptTokens: 20,
      completionTokens: 10,
    })
  })

  it.each(nonsense)(
    'count as the most that a request may take where its tokens make no sense either: %j',
    (figure) => {
      expect(account({ cost: figure })).toMatchObject({ isImplausible: true, costUsd: null, ...most() })
      expect(account({ prompt_tokens: figure, completion_tokens: 7 })).toMatchObject(
        typeof figure === 'number' && figure === 1e9
          ? {}
          : { isImplausible: true, promptTokens: 5_000, completionTokens: 7 },
      )
    },
  )

  it('of tokens do not matter where the cost is stated, nor does a cost that is not stated', () => {
    expect(account({ prompt_tokens: -1, completion_tokens: 7, cost: 0.1 })).toMatchObject({
      costUsd: 0.1,
      promptTokens: 0,
    })
    expect(account({ prompt_tokens: 10, completion_tokens: 7 })).not.toHaveProperty('isImplausible')
  })
})
