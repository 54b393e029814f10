import { expect, test } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import type { ModelRouter } from '../../consensus/model-router.ts'
import { chooseDefaultPanel } from './default-panel.ts'

test('the default panel is chosen again until every server has listed its models, and logged when it changes', async () => {
  const lists: Record<string, string[] | undefined> = { groq: ['a', 'b'] }
  const logged: unknown[] = []
  let again = () => Promise.reject<void>(new Error('it is not chosen again'))
  const panel = await chooseDefaultPanel(readSettings({}), {
    router: {
      servers: () => ['groq', 'ollama', 'vllm'],
      providerOf: (id) => id.split('/')[0]!,
    } satisfies Partial<ModelRouter> as unknown as ModelRouter,
    catalogue: {
      known: () => null,
      list: async (server) =>
        lists[server]?.map((id) => ({ id, name: null, contextLength: null, price: null })) ?? null,
    },
    log: { info: (...line: unknown[]) => void logged.push(line) },
    keepTrying(work) {
      again = work
      return new Promise(() => {})
    },
  })
  const models = () => panel.modelsFor(null)
  expect(models()).toEqual(['groq/a', 'groq/b'])
  const before = models()
  await expect(again(), 'nothing has changed').rejects.toThrow('no list of models from ollama, vllm')
  expect(models(), 'the same array').toBe(before)
  lists.ollama = ['c']
  await expect(again()).rejects.toThrow('no list of models from vllm')
  expect(models()).toEqual(['groq/a', 'ollama/c'])
  lists.vllm = []
  await again()
  expect(models()).toEqual(['groq/a', 'ollama/c'])
  expect(logged).toEqual([[{ models: ['groq/a', 'ollama/c'] }, 'the default panel has changed']])
})

test('the default panel is not chosen again where every server has listed its models', async () => {
  await chooseDefaultPanel(readSettings({}), {
    router: { servers: () => ['groq'] } satisfies Partial<ModelRouter> as unknown as ModelRouter,
    catalogue: { list: async () => [], known: () => [] },
    log: { info() {} },
    keepTrying: () => expect.unreachable(),
  })
})
