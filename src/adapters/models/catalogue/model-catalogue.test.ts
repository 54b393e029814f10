import { expect, test } from 'vitest'
import type { ListedModel } from '../../../consensus/model-catalogue.ts'
import { createKeptList, nearestIds } from './model-catalogue.ts'

const MINUTE = 60_000

/** A list that is fetched as told: what it names, or a failure. */
function listOf(...outcomes: Array<string | Error>) {
  let time = 0
  const faults: unknown[] = []
  const fetched: string[] = []
  const list = createKeptList({
    async fetchList() {
      const outcome = outcomes[Math.min(fetched.length, outcomes.length - 1)]!
      fetched.push(String(outcome))
      await Promise.resolve()
      if (outcome instanceof Error) throw outcome
      return [{ id: outcome, name: null, contextLength: null, price: null }]
    },
    now: () => time,
    onFault: (error) => faults.push(error),
  })
  const ids = async () => (await list.get())?.map(({ id }: ListedModel) => id) ?? null
  return { list, ids, faults, fetched, pass: (minutes: number) => (time += minutes * MINUTE) }
}

test('nothing is fetched until it is wanted, and then once for all who want it', async () => {
  const { list, ids, fetched } = listOf('a')
  expect([list.known(), fetched]).toEqual([null, []])
  expect(await Promise.all([ids(), ids(), ids()])).toEqual([['a'], ['a'], ['a']])
  expect(fetched).toHaveLength(1)
})

test('a list is kept for an hour, and used while the next one is fetched', async () => {
  const { list, ids, fetched, pass } = listOf('a', 'b')
  await ids()
  pass(59)
  expect(await ids()).toEqual(['a'])
  expect(fetched).toHaveLength(1)
  pass(1)
  expect(await ids()).toEqual(['a'])
  await new Promise(setImmediate)
  expect(list.known()).toMatchObject([{ id: 'b' }])
  expect(await ids()).toEqual(['b'])
  expect(fetched).toHaveLength(2)
})

test('a failure is remembered for a minute, and an old list outlives it', async () => {
  const { ids, fetched, faults, pass } = listOf(new Error('down'), 'a', new Error('down again'), 'b')
  expect([await ids(), await ids()]).toEqual([null, null])
  expect(fetched).toHaveLength(1)
  pass(1)
  expect(await ids()).toEqual(['a'])
  pass(60)
  expect([await ids(), await ids()]).toEqual([['a'], ['a']])
  await new Promise(setImmediate)
  expect(faults).toHaveLength(2)
  pass(1)
  await ids()
  await new Promise(setImmediate)
  expect(await ids()).toEqual(['b'])
})

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
