import { expect, test } from 'vitest'
import { nearestIds } from './nearest-ids.ts'

const KNOWN = [
  'anthropic/claude-sonnet-4.5',
  'anthropic/claude-opus-4.5',
  'anthropic/claude-haiku-4.5',
  '~anthropic/claude-sonnet-latest',
  'openai/gpt-5.1',
  'openai/gpt-5-mini',
  'google/gemini-2.5-pro',
  'google/gemini-2.5-flash',
  'meta-llama/llama-3.3-70b-instruct',
  'mistralai/mistral-large',
  'qwen3:8b',
]

test.each([
  ['a slip', 'anthropic/claude-sonet-4.5', 'anthropic/claude-sonnet-4.5'],
  ['a missing vendor', 'claude-sonnet-4-5', 'anthropic/claude-sonnet-4.5'],
  ['a version that does not exist', 'anthropic/claude-sonnet-4.6', 'anthropic/claude-sonnet-4.5'],
  ['the vendor’s own id with a date', 'claude-opus-4-5-20251101', 'anthropic/claude-opus-4.5'],
  ['a missing tilde', 'anthropic/claude-sonnet-latest', '~anthropic/claude-sonnet-latest'],
  ['a short id', 'gpt-5', 'openai/gpt-5.1'],
  ['another order', 'google/gemini-pro-2.5', 'google/gemini-2.5-pro'],
  ['upper case and spaces', 'Gemini 2.5 Flash', 'google/gemini-2.5-flash'],
  ['the wrong vendor', 'meta/llama-3.3-70b', 'meta-llama/llama-3.3-70b-instruct'],
  ['a size of another model', 'qwen3:14b', 'qwen3:8b'],
])('%s is understood: %s', (_, id, meant) => {
  expect(nearestIds(id, KNOWN)[0]).toBe(meant)
})

test('at most three are named, and none for what resembles nothing', () => {
  expect(nearestIds('anthropic/claude-4.5', KNOWN)).toHaveLength(3)
  for (const id of ['', '…', 'x', 'whisper', 'deepseek/deepseek-r1'])
    expect(nearestIds(id, KNOWN)).toEqual([])
})
