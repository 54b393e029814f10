import { describe, expect, it, test } from 'vitest'
import { ModelFailure } from '../../../engine/index.ts'
import type { AskModel, ModelCall, ModelReply } from '../../../engine/panel/model-port.ts'
import { createModelCatalogue } from '../catalogue/model-catalogue.ts'
import { createLearned } from '../learned.ts'
import { createModelRouter } from './model-router.ts'

const reply: ModelReply = { text: 'hi', latencyMs: 1, promptTokens: 1, completionTokens: 1, costUsd: 0 }
/** A caller’s key for the routing provider; null for none. */
const routed = (key: string | null) => (key === null ? null : { openrouter: key })
const OWN = 'http://127.0.0.1:1234/v1'

test('without any key, the offline stand-in answers for every provider', async () => {
  const { router, asked } = routerWith({})
  const { servedBy, ask } = router.connect(null)
  const providers = ['openrouter', 'openai', 'anthropic', 'gemini', 'unheard-of']
  expect(providers.map((provider) => servedBy({ provider, model: 'm' }))).toEqual(
    providers.map(() => 'offline'),
  )
  await ask(callTo('openrouter'))
  expect(asked).toEqual(['offline'])
  expect(router.servers(null)).toEqual([])
})

test('a configured key is sent only to its own provider', async () => {
  const { router, asked } = routerWith({ openai: 'vendor-key' })
  const { ask } = router.connect(null)
  await ask(callTo('openai'))
  await ask(callTo('anthropic'))
  expect(asked).toEqual(['openai with vendor-key: m', 'offline'])
})

test('a caller’s key takes precedence over the server’s, but only for the routing provider', async () => {
  const { router, asked } = routerWith({ openrouter: 'server-key' })
  const { ask } = router.connect({ openrouter: 'caller-key' })
  await ask(callTo('openrouter'))
  await ask(callTo('openai'))
  await router.connect(null).ask(callTo('openrouter'))
  expect(asked).toEqual(['openrouter with caller-key: m', 'offline', 'openrouter with server-key: m'])
})

test('a caller’s key for a vendor goes to that vendor’s own address, before all other keys', async () => {
  const { router, asked, addresses } = routerWith(
    { openrouter: 'server-key', openai: 'no-key' },
    { baseUrls: { openai: OWN } },
  )
  const keys = { openai: 'o', anthropic: 'a' }
  const { ask, vendorOf } = router.connect(keys)
  for (const model of ['openai/gpt-5', 'anthropic/claude', 'google/gemini', 'meta/llama'])
    await ask(callTo(router.providerOf(model, keys), model))
  expect(asked).toEqual([
    'openai with o: gpt-5',
    'anthropic with a: claude',
    'openrouter with server-key: google/gemini',
    'openrouter with server-key: meta/llama',
  ])
  expect(addresses).toEqual([null, null, null, null])
  expect(vendorOf({ provider: 'openai', model: 'gpt-5' })).toBe('openai')
  expect(router.servers({ openrouter: 'r', gemini: 'g' })).toEqual(['gemini', 'openrouter'])
})

test('an offline server uses no key and warns the caller', async () => {
  const { router, asked } = routerWith(
    { openrouter: 'server-key', ollama: 'no-key' },
    { alwaysOffline: true },
  )
  const { ask, warnings } = router.connect({ openrouter: 'caller-key' })
  await ask(callTo('openrouter'))
  await ask(callTo('ollama'))
  expect(asked).toEqual(['offline', 'offline'])
  expect(warnings).toEqual([expect.stringContaining('ROUTER=offline')])
  expect(router.connect(null).warnings).toEqual([])
  expect([router.providerOf('ollama/llama', null), router.servers({ openrouter: 'caller-key' })]).toEqual([
    'openrouter',
    [],
  ])
})

describe('an id', () => {
  const ALL = { openrouter: 'r', openai: 'o', anthropic: 'a', gemini: 'g', ollama: 'no-key' }
  const VENDORS = { openai: 'o', anthropic: 'a', gemini: 'g', ollama: 'no-key' }

  it.each([
    ['openai/gpt-5', ALL, null, 'openai with o: gpt-5'],
    ['anthropic/claude-opus-4-5', ALL, null, 'anthropic with a: claude-opus-4-5'],
    ['google/gemini-pro-latest', ALL, null, 'gemini with g: gemini-pro-latest'],
    ['gemini/gemini-pro-latest', ALL, null, 'gemini with g: gemini-pro-latest'],
    ['ollama/hf.co/some/model:4b', ALL, null, 'ollama with no-key: hf.co/some/model:4b'],
    ['ollama/ollama/model', ALL, null, 'ollama with no-key: ollama/model'],
    ['~openai/gpt-latest', ALL, null, 'openrouter with r: ~openai/gpt-latest'],
    ['meta-llama/llama-4', ALL, null, 'openrouter with r: meta-llama/llama-4'],
    ['openrouter/auto', ALL, null, 'openrouter with r: openrouter/auto'],
    ['/odd', ALL, null, 'openrouter with r: /odd'],
    ['constructor/model', ALL, null, 'openrouter with r: constructor/model'],
    ['openai/gpt-5', { openrouter: 'r', anthropic: 'a' }, null, 'openrouter with r: openai/gpt-5'],
    ['openai/gpt-5', ALL, 'caller', 'openrouter with caller: openai/gpt-5'],
    ['google/gemini-pro', VENDORS, 'caller', 'openrouter with caller: google/gemini-pro'],
    ['ollama/llama', ALL, 'caller', 'ollama with no-key: llama'],
    ['openai/gpt-5', VENDORS, null, 'openai with o: gpt-5'],
    ['meta-llama/llama-4', VENDORS, null, 'offline'],
    ['gpt-5', VENDORS, null, 'offline'],
    ['gpt-5', {}, 'caller', 'openrouter with caller: gpt-5'],
  ])('%s with the keys %o, and of the caller %s, goes to %s', async (model, keys, callerKeys, expected) => {
    const { router, asked } = routerWith(keys)
    const provider = router.providerOf(model, routed(callerKeys))
    await router.connect(routed(callerKeys)).ask(callTo(provider, model))
    expect(asked).toEqual([expected])
  })

  it.each([
    ['openai', 'gpt-5', ALL, 'openai with o: gpt-5'],
    ['openai', 'openai/gpt-5', ALL, 'openai with o: gpt-5'],
    ['gemini', 'google/gemini-pro', ALL, 'gemini with g: gemini-pro'],
    ['ollama', 'llama', ALL, 'ollama with no-key: llama'],
    ['anthropic', 'openai/gpt-5', ALL, 'anthropic with a: openai/gpt-5'],
    ['openrouter', 'openai/gpt-5', ALL, 'openrouter with r: openai/gpt-5'],
    ['openrouter', 'ollama/llama', ALL, 'openrouter with r: ollama/llama'],
    ['openrouter', 'openai/gpt-5', VENDORS, 'openai with o: gpt-5'],
    ['openrouter', 'openai/gpt-5', { anthropic: 'a' }, 'offline'],
    ['gone', 'gone/model', ALL, 'offline'],
  ])('of the provider %s, %s with the keys %o, goes to %s', async (provider, model, keys, expected) => {
    const { router, asked } = routerWith(keys)
    await router.connect(null).ask(callTo(provider, model))
    expect(asked).toEqual([expected])
  })
})

describe('a self-hosted server', () => {
  const own = { baseUrls: { openai: OWN } }

  it('takes the ids that no other server takes, but only without a key for the router', async () => {
    const { router, asked } = routerWith({ openai: 'no-key', anthropic: 'a' }, own)
    const ask = (model: string, key: string | null = null) =>
      router.connect(routed(key)).ask(callTo(router.providerOf(model, routed(key)), model))
    await ask('meta-llama/llama-4')
    await ask('anthropic/claude-opus-4-5')
    await ask('meta-llama/llama-4', 'caller')
    expect(asked).toEqual([
      'openai with no-key: meta-llama/llama-4',
      'anthropic with a: claude-opus-4-5',
      'openrouter with caller: meta-llama/llama-4',
    ])
  })

  it('that knows an id in full is asked for that once it has refused the short one, and remembered', async () => {
    const { router, asked } = routerWith(
      { openai: 'no-key' },
      { ...own, refuses: (model) => model === 'gpt-oss-20b' },
    )
    const { ask } = router.connect(null)
    for (const _time of [1, 2]) await ask(callTo('openai', 'openai/gpt-oss-20b'))
    expect(asked.map((one) => one.split(': ')[1])).toEqual([
      'gpt-oss-20b',
      'openai/gpt-oss-20b',
      'openai/gpt-oss-20b',
    ])
  })

  it('that knows neither says so of the short id', async () => {
    const { router, asked } = routerWith({ openai: 'no-key' }, { ...own, refuses: () => true })
    await expect(router.connect(null).ask(callTo('openai', 'openai/gone'))).rejects.toThrow(
      'There is no gone.',
    )
    expect(asked).toHaveLength(2)
    await expect(router.connect(null).ask(callTo('openai', 'gone'))).rejects.toThrow('There is no gone.')
    expect(asked).toHaveLength(3)
  })

  it('is the only one that is asked twice', async () => {
    const { router, asked } = routerWith(
      { openai: 'o', ollama: 'no-key' },
      { baseUrls: { ollama: OWN }, refuses: () => true },
    )
    for (const provider of ['openai', 'ollama'])
      await expect(router.connect(null).ask(callTo(provider, `${provider}/gone`))).rejects.toThrow('gone')
    expect(asked).toHaveLength(2)
  })
})

test('the vendor of a model is that of its server, else the one in its id, and of other servers unknown', () => {
  const keys = { openrouter: 'r', anthropic: 'a', gemini: 'g', ollama: 'no-key' }
  const { vendorOf } = routerWith(keys).router.connect(null)
  const vendor = (provider: string, model: string) => vendorOf({ provider, model })
  expect(vendor('anthropic', 'claude')).toBe('anthropic')
  expect([vendor('gemini', 'gemini-pro'), vendor('openrouter', '~google/gemini-pro-latest')]).toEqual([
    'google',
    'google',
  ])
  expect(vendor('openrouter', 'openai/gpt-5')).toBe('openai')
  expect(vendor('openrouter', 'gpt-5')).toBeNull()
  expect(vendor('ollama', 'meta/llama')).toBeNull()
  expect(vendor('openai', 'gpt-5'), 'which has no key').toBeNull()
  const own = routerWith({ openai: 'no-key' }, { baseUrls: { openai: OWN } }).router.connect(null)
  expect(own.vendorOf({ provider: 'openai', model: 'llama' })).toBeNull()
})

test('the servers of a caller with a key are the endpoints and the routing provider', () => {
  const { router } = routerWith({ openai: 'o', gemini: 'g', ollama: 'no-key' })
  expect(router.servers(null)).toEqual(['openai', 'gemini', 'ollama'])
  expect(router.servers(routed('caller'))).toEqual(['ollama', 'openrouter'])
  expect(routerWith({ openrouter: 'r', openai: 'o' }).router.servers(null)).toEqual(['openai', 'openrouter'])
})

interface Changes {
  alwaysOffline?: boolean
  baseUrls?: Record<string, string>
  /** The ids that every server refuses. */
  refuses?: (model: string) => boolean
}

function routerWith(keys: Record<string, string>, changes: Changes = {}) {
  const { alwaysOffline = false, baseUrls = {}, refuses = () => false } = changes
  const asked: string[] = []
  const addresses: Array<string | null> = []
  const offline: AskModel = async () => {
    asked.push('offline')
    return reply
  }
  const servers = ['openai', 'anthropic', 'gemini', 'ollama', 'openrouter']
  const router = createModelRouter({
    alwaysOffline,
    access: new Map(
      servers
        .filter((name) => name !== 'ollama' || keys.ollama !== undefined)
        .map((name) => [name, { apiKey: keys[name] ?? null, baseUrl: baseUrls[name] ?? null }]),
    ),
    offline,
    catalogue: createModelCatalogue(() => undefined),
    learned: createLearned(),
    voiceOf: () => 'lexical',
    openProviders: (accessTo) => async () => async (call) => {
      const { provider, model } = call.seat
      const { apiKey, baseUrl } = accessTo(call)
      asked.push(`${provider} with ${apiKey}: ${model}`)
      addresses.push(baseUrl)
      if (refuses(model)) throw new ModelFailure('model_not_found', `There is no ${model}.`, null)
      return reply
    },
    onCall: () => {},
  })
  return { router, asked, addresses }
}

function callTo(provider: string, model = 'm'): ModelCall {
  return {
    seat: { key: 'k', provider, name: 'n', model, temperature: 0 },
    iteration: 1,
    brief: { phase: 'writing', criteria: null, query: 'q', answer: 'a', reasons: [] },
    messages: [],
    signal: new AbortController().signal,
  }
}
