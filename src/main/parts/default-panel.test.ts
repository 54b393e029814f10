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
    isLocal: () => false,
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
    isLocal: () => false,
    log: { info() {} },
    keepTrying: () => expect.unreachable(),
  })
})

test('presets are made of what is connected, of different vendors, and left out where too few models would be in them', async () => {
  const lists: Record<string, string[]> = {
    openai: ['gpt-5', 'gpt-5-mini'],
    anthropic: ['claude-opus-5', 'claude-sonnet-5'],
    ollama: ['nomic-embed-text', 'llama3.2', 'qwen3', 'gemma3'],
  }
  const listOf = (server: string) =>
    lists[server]?.map((id) => ({ id, name: null, contextLength: null, price: null })) ?? null
  const presetsOf = async (servers: string[]) => {
    const { presetsFor } = await chooseDefaultPanel(readSettings({}), {
      router: {
        servers: () => servers,
        providerOf: (id) => (id.startsWith('~') ? 'openrouter' : id.split('/')[0]!),
        connect: () => ({ servedBy: () => 'openrouter' }) as unknown as ReturnType<ModelRouter['connect']>,
      } satisfies Partial<ModelRouter> as unknown as ModelRouter,
      catalogue: { known: listOf, list: async (server) => listOf(server) },
      isLocal: (server) => server === 'ollama',
      log: { info() {} },
      keepTrying: () => new Promise(() => {}),
    })
    return Object.fromEntries(presetsFor(null).map(({ name, models }) => [name, models]))
  }
  expect(await presetsOf(['openai', 'anthropic', 'ollama'])).toEqual({
    strong: ['openai/gpt-5', 'anthropic/claude-opus-5'],
    local: ['ollama/llama3.2', 'ollama/qwen3'],
  })
  expect(await presetsOf(['openai', 'groq'])).toEqual({})
  lists.anthropic!.push('claude-haiku-5')
  expect((await presetsOf(['openai', 'anthropic'])).cheap).toEqual([
    'openai/gpt-5-mini',
    'anthropic/claude-haiku-5',
  ])
  lists.openrouter = ['~openai/gpt-mini-latest', '~google/gemini-flash-latest', '~openai/gpt-latest']
  expect(await presetsOf(['openai', 'openrouter'])).toEqual({
    cheap: ['~openai/gpt-mini-latest', '~google/gemini-flash-latest'],
  })
})
