import { expect, test } from 'vitest'
import type { AskModel, ModelCall, ModelReply } from '../../../engine/panel/model-port.ts'
import { createModelCatalogue } from '../catalogue/model-catalogue.ts'
import { createModelRouter } from './model-router.ts'

const reply: ModelReply = { text: 'hi', latencyMs: 1, promptTokens: 1, completionTokens: 1, costUsd: 0 }

test('without any key, the offline stand-in answers for every provider', async () => {
  const { router, asked } = routerWith({})
  const { servedBy, ask } = router.connect(null)
  expect((['openrouter', 'openai', 'anthropic'] as const).map(servedBy)).toEqual([
    'offline',
    'offline',
    'offline',
  ])
  await ask(callTo('openrouter'))
  expect(asked).toEqual(['offline'])
})

test('a configured key is sent only to its own provider', async () => {
  const { router, asked } = routerWith({ openai: 'vendor-key' })
  const { ask } = router.connect(null)
  await ask(callTo('openai'))
  await ask(callTo('anthropic'))
  expect(asked).toEqual(['openai with vendor-key', 'offline'])
})

test('a caller’s key takes precedence over the server’s, but only for the routing provider', async () => {
  const { router, asked } = routerWith({ openrouter: 'server-key' })
  const { ask } = router.connect('caller-key')
  await ask(callTo('openrouter'))
  await ask(callTo('openai'))
  await router.connect(null).ask(callTo('openrouter'))
  expect(asked).toEqual(['openrouter with caller-key', 'offline', 'openrouter with server-key'])
})

test('an offline server uses no key and warns the caller', async () => {
  const { router, asked } = routerWith({ openrouter: 'server-key' }, true)
  const { ask, warnings } = router.connect('caller-key')
  await ask(callTo('openrouter'))
  expect(asked).toEqual(['offline'])
  expect(warnings).toEqual([expect.stringContaining('ROUTER=offline')])
  expect(router.connect(null).warnings).toEqual([])
})

function routerWith(
  keys: Partial<Record<'openrouter' | 'openai' | 'anthropic', string>>,
  alwaysOffline = false,
) {
  const asked: string[] = []
  const offline: AskModel = async () => {
    asked.push('offline')
    return reply
  }
  const access = (apiKey: string | undefined) => ({ apiKey: apiKey ?? null, baseUrl: null })
  const router = createModelRouter({
    alwaysOffline,
    access: {
      openrouter: access(keys.openrouter),
      openai: access(keys.openai),
      anthropic: access(keys.anthropic),
    },
    offline,
    catalogue: createModelCatalogue({ lists: {}, routing: 'openrouter' }),
    voiceOf: () => 'lexical',
    openProviders: (accessTo) => async (call) => {
      asked.push(`${call.seat.provider} with ${accessTo(call).apiKey}`)
      return reply
    },
    onCall: () => {},
  })
  return { router, asked }
}

function callTo(provider: 'openrouter' | 'openai' | 'anthropic'): ModelCall {
  return {
    seat: { key: 'k', provider, name: 'n', model: 'm', temperature: 0 },
    iteration: 1,
    brief: { phase: 'writing', criteria: null, query: 'q', answer: 'a', reasons: [] },
    messages: [],
    signal: new AbortController().signal,
  }
}
