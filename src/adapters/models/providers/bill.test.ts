import { expect, test } from 'vitest'
import { billIn } from './bill.ts'

test('the usage of every protocol is read, and no token is counted twice', () => {
  const chat = { prompt_tokens: 10, completion_tokens: 5, cost: 0.01 }
  const messages = { input_tokens: 10, output_tokens: 5 }
  const read = { promptTokens: 10, completionTokens: 5, odd: [] }
  expect(billIn({ usage: chat })).toEqual({ ...read, costUsd: 0.01 })
  expect(billIn({ usage: messages })).toEqual({ ...read, costUsd: null })
  expect(billIn({ usage: { ...chat, ...messages } })).toEqual({ ...read, costUsd: 0.01 })
  const gemini = { promptTokenCount: 10, candidatesTokenCount: 2, thoughtsTokenCount: 3, totalTokenCount: 15 }
  expect(billIn({ usageMetadata: gemini })).toEqual({ ...read, costUsd: null })
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
