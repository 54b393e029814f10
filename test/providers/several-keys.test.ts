import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { ModelsResponse } from '../../src/contract/models.ts'
import { replyAs } from '../support/panel-replies.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  sendError,
  sendJson,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'
import { timeLimit } from '../support/time-limit.ts'

const query = 'Which city is on the stamp?'
const KEYS = {
  anthropic: 'sk-an-93b1c2-server',
  gemini: 'AIza-77aa01-server',
  groq: 'gsk-5ee0d4-server',
  router: 'sk-or-caller-1b2c3d',
}
const LISTS = {
  anthropic: {
    data: [
      {
        type: 'model',
        id: 'claude-opus-4-5-20251101',
        display_name: 'Opus',
        created_at: '2025-11-01T00:00:00Z',
      },
      { type: 'model', id: 'claude-sonnet-4-5-20250929', created_at: '2025-09-29T00:00:00Z' },
      { type: 'model', id: 'claude-sonnet-4-20250514', created_at: '2025-05-14T00:00:00Z' },
    ],
    has_more: false,
  },
  gemini: {
    models: [
      {
        name: 'models/gemini-2.5-pro',
        displayName: 'Gemini 2.5 Pro',
        inputTokenLimit: 1_048_576,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      },
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
    ],
  },
  groq: {
    data: [
      { id: 'whisper-large-v3' },
      { id: 'openai/gpt-oss-120b', pricing: { prompt: '1e-6', completion: '2e-6' } },
      { id: 'groq/compound' },
    ],
  },
}
type Name = keyof typeof LISTS
type List = (response: ServerResponse) => unknown

let servers: Record<Name, ScriptedProvider>
let service: TestService
let log: string
/** What the models of a server answer, where it is not Paris. */
let answers: Partial<Record<Name, string>>
beforeEach(() => {
  answers = {}
  log = ''
})
afterEach(async () => {
  await service.stop()
  await Promise.all(Object.values(servers).map((server) => server.close()))
})

/** Starts the servers of two vendors and an endpoint, each with a list unless told otherwise. */
async function start(lists: Partial<Record<Name, List>> = {}) {
  const serve = (name: Name) =>
    startScriptedProvider(
      (call: ReceivedCall, response) =>
        call.model.startsWith('gone')
          ? sendError(response, 404, `There is no ${call.model}; your key is ${call.authorization}.`)
          : replyAs(answers[name] ?? 'Paris', call),
      lists[name] ?? ((response) => sendJson(response, LISTS[name])),
    )
  servers = {
    anthropic: await serve('anthropic'),
    gemini: await serve('gemini'),
    groq: await serve('groq'),
  }
}

const settings = (): Record<string, string> => ({
  ROUTER: 'auto',
  ANTHROPIC_API_KEY: KEYS.anthropic,
  ANTHROPIC_BASE_URL: servers.anthropic.url,
  GEMINI_API_KEY: KEYS.gemini,
  GEMINI_BASE_URL: servers.gemini.url,
  ENDPOINTS: `groq=${servers.groq.url}`,
  GROQ_API_KEY: KEYS.groq,
  MODEL_RETRIES: '0',
})

async function open(changes: Record<string, string> = {}, lists: Partial<Record<Name, List>> = {}) {
  await start(lists)
  const written = new Writable({
    write(chunk, _, done) {
      log += chunk
      done()
    },
  })
  service = await openService({ ...settings(), ...changes }, undefined, createLog('debug', written as never))
}

const ask = async (body: object = {}, headers: Record<string, string> = {}) =>
  (await post(service.edge, '/consensus-iterative', { query, ...body }, headers)).json()
const askedModels = () =>
  Object.fromEntries(
    Object.entries(servers).map(([name, { calls }]) => [name, [...new Set(calls.map(({ model }) => model))]]),
  )
const DEFAULT_PANELS = ['auto', 'fugue', 'sonata', 'concert'].map((name) => `stretto/${name}`)
/** The panels among the models that the chat API lists. */
async function offeredPanels(headers: Record<string, string> = {}): Promise<string[]> {
  const { data } = await (await get(service.edge, '/v1/models', headers)).json()
  return data.map(({ id }: { id: string }) => id).filter((id: string) => id.startsWith('stretto/'))
}
const MODELS = ['anthropic/claude-opus-4-5', 'google/gemini-2.5-pro', 'groq/openai/gpt-oss-120b']
const SHORT = { anthropic: ['claude-opus-4-5'], gemini: ['gemini-2.5-pro'], groq: ['openai/gpt-oss-120b'] }

describe('two vendors and an endpoint', () => {
  it('answer side by side on the edge API, each by its own ids and with its own key', async () => {
    await open()
    const body = await ask({ models: MODELS })
    expect(body).toMatchObject({
      router: 'anthropic+gemini+groq',
      models: MODELS,
      final_answer: expect.stringContaining('Paris'),
      consensus_reached: true,
      warnings: [],
    })
    expect(askedModels()).toEqual(SHORT)
    const keys = Object.values(servers).map(({ calls }) => calls[0]?.authorization)
    expect(keys).toEqual([KEYS.anthropic, KEYS.gemini, `Bearer ${KEYS.groq}`])
    const { trace } = await (await get(service.edge, `/results/${body.id}`)).json()
    const seats = trace[0].responses.map(({ provider, model, name }: Record<string, string>) => [
      provider,
      model,
      name,
    ])
    expect(seats.sort()).toEqual(
      ['anthropic', 'gemini', 'groq'].map((provider, place) => [provider, MODELS[place], MODELS[place]]),
    )
  })

  it('answer on the chat API', async () => {
    await open()
    const chat = {
      model: 'stretto/auto',
      messages: [{ role: 'user', content: query }],
      stretto: { models: MODELS },
    }
    const body = await (await post(service.edge, '/v1/chat/completions', chat)).json()
    expect(body.choices[0].message.content).toContain('Paris')
    expect(askedModels()).toEqual(SHORT)
  })

  it('answer on the local API by their names, with or without a prefix, and by the prefix alone', async () => {
    await open()
    const seats = [
      { provider: 'anthropic', name: 'One', model: 'claude-opus-4-5' },
      { provider: 'openrouter', name: 'Two', model: 'google/gemini-2.5-pro' },
      { provider: 'groq', name: 'Three', model: 'groq/openai/gpt-oss-120b' },
    ]
    const { id } = await createTask(service, { query, models: seats })
    const { result } = await finishedTask(service, id)
    expect(result).toMatchObject({
      router: 'anthropic+gemini+groq',
      final_answer: expect.stringContaining('Paris'),
    })
    expect(askedModels()).toEqual(SHORT)
  })

  it('are listed with their prefixes', async () => {
    await open()
    const body = ModelsResponse.parse(await (await get(service.edge, '/models')).json())
    expect(body.models.map(({ id }) => id)).toEqual([
      'anthropic/claude-opus-4-5-20251101',
      'anthropic/claude-sonnet-4-5-20250929',
      'anthropic/claude-sonnet-4-20250514',
      'google/gemini-2.5-pro',
      'groq/whisper-large-v3',
      'groq/openai/gpt-oss-120b',
      'groq/groq/compound',
    ])
    expect(body.models).toContainEqual({
      id: 'google/gemini-2.5-pro',
      name: 'Gemini 2.5 Pro',
      context_length: 1_048_576,
      pricing: null,
    })
    expect(body).toMatchObject({ router: 'anthropic+gemini+groq', default_models: DEFAULT })
    expect(servers.gemini.lists).toEqual([KEYS.gemini])
  })

  it('are priced by what their own lists say', async () => {
    await open()
    const { prices } = await ask({ models: MODELS, dry_run: true })
    expect(prices.map((price: Record<string, unknown>) => price.prompt_usd_per_million)).toEqual([
      null,
      null,
      1,
    ])
  })

  it('leave the models of vendors to the router if the caller has a key for it, and keep their endpoint', async () => {
    const router = await startScriptedProvider((call) => replyAs('Paris', call))
    await open({ OPENROUTER_BASE_URL: router.url })
    const body = await ask({ models: MODELS }, { 'x-router-key': KEYS.router })
    expect(body.router).toBe('groq+openrouter')
    expect([...new Set(router.calls.map(({ model }) => model))].sort()).toEqual(MODELS.slice(0, 2))
    expect(askedModels()).toEqual({ anthropic: [], gemini: [], groq: ['openai/gpt-oss-120b'] })
    await router.close()
  })

  it('read for a panel that they are not in, if an id names them', async () => {
    answers = { gemini: 'Rome' }
    await open({ READER_MODEL: 'groq/small' })
    const models = ['anthropic/claude-opus-4-5', 'google/gemini-2.5-pro']
    const { warnings } = await ask({ models })
    expect(askedModels().groq).toEqual(['small'])
    await ask({ models, reader: 'groq/other', skip_cache: true })
    expect(askedModels().groq).toEqual(['small', 'other'])
    expect(warnings.join()).not.toContain('was not used')
  })

  it('leave no key in a response or the log', async () => {
    await open()
    const said = [
      await ask({ models: ['anthropic/gone', 'google/gone', 'groq/gone'] }),
      await ask({ models: [...MODELS, 'anthropic/gone'] }),
      await (await get(service.edge, '/models')).json(),
      await (await get(service.edge, '/metrics')).text(),
    ]
    expect(log).toContain('"msg":"consensus"')
    for (const key of Object.values(KEYS)) {
      expect(log).not.toContain(key)
      expect(JSON.stringify(said)).not.toContain(key)
    }
  })
})

const DEFAULT = [
  'anthropic/claude-sonnet-4-5-20250929',
  'google/gemini-pro-latest',
  'groq/openai/gpt-oss-120b',
]

describe('the default panel', () => {
  it('is the newest model of each that there is a key for', async () => {
    await open()
    expect(service).toMatchObject({ defaultModels: DEFAULT, panelWarnings: [], isOffline: false })
    expect(await ask()).toMatchObject({ models: DEFAULT, router: 'anthropic+gemini+groq' })
    expect(await (await get(service.edge, '/health')).json()).toMatchObject({
      router: 'anthropic+gemini+groq',
    })
    const { models } = await (await get(service.edge, '/models/reliability?panel=auto')).json()
    expect(models).toEqual(DEFAULT)
    expect(await (await post(service.edge, '/cache/check', { query })).json()).toMatchObject({ hit: true })
  })

  it('is two models of the only vendor, with a warning that they may err together', async () => {
    await open({ GEMINI_API_KEY: '', ENDPOINTS: '' })
    const models = ['anthropic/claude-sonnet-4-5-20250929', 'anthropic/claude-opus-4-5-20251101']
    const body = await ask()
    expect(body).toMatchObject({ models, router: 'anthropic' })
    expect(body.warnings).toEqual([
      expect.stringMatching(/one vendor, anthropic: they may make the same mistakes/),
    ])
  })

  it('is known by name where the lists of vendors cannot be fetched, and leaves out an endpoint', async () => {
    const refuse: List = (response) => sendError(response, 401, 'no')
    await open({}, { anthropic: refuse, gemini: refuse, groq: refuse })
    expect(service.defaultModels).toEqual(['anthropic/claude-sonnet-4-5', 'google/gemini-pro-latest'])
    expect(service.panelWarnings).toEqual([
      expect.stringMatching(/^WARNING: groq is not in the default panel/),
    ])
  })

  it('does not wait for a list that hangs', async () => {
    const limit = timeLimit(3_000)
    await open({}, { gemini: () => limit.end() })
    expect(service.defaultModels[1]).toBe('google/gemini-pro-latest')
  })

  it('is none where there are too few models: the service starts, and says what to set', async () => {
    await open({ ANTHROPIC_API_KEY: '', GEMINI_API_KEY: '' }, { groq: (response) => response.destroy() })
    expect(service.panelWarnings).toHaveLength(2)
    const asked = [
      await post(service.edge, '/consensus-iterative', { query }),
      await post(service.edge, '/v1/chat/completions', {
        model: 'stretto/auto',
        messages: [{ role: 'user', content: query }],
      }),
      await get(service.edge, '/models/reliability'),
    ]
    for (const response of asked) {
      expect(response.status).toBe(400)
      expect(await response.text()).toMatch(/no default panel.*DEFAULT_MODELS/)
    }
    expect(await offeredPanels()).toEqual([])
    expect(await offeredPanels({ 'x-router-key': KEYS.router })).toEqual(DEFAULT_PANELS)
    expect((await get(service.edge, '/')).status).toBe(200)
    expect(await (await get(service.edge, '/health')).json()).toMatchObject({ router: 'groq' })
    const body = await ask({ models: ['groq/a', 'groq/b'] })
    expect(body).toMatchObject({ router: 'groq', consensus_reached: true, warnings: [] })
  })

  it('may name any mix, and fetches no list for that', async () => {
    await open({ DEFAULT_MODELS: 'groq/llama,google/gemini-2.5-flash' })
    expect(await ask()).toMatchObject({ router: 'gemini+groq' })
    expect(Object.values(servers).flatMap(({ lists }) => lists)).toEqual([])
  })

  it('is that of the router for a caller with a key for it', async () => {
    const router = await startScriptedProvider((call) => replyAs('Paris', call))
    await open({ OPENROUTER_BASE_URL: router.url })
    const { models } = await ask({}, { 'x-router-key': KEYS.router })
    expect(models[0]).toBe('~openai/gpt-latest')
    await router.close()
  })
})

describe('a panel of one vendor', () => {
  const vendorsOf = async (models: string[]) => {
    const { warnings } = await ask({ models, skip_cache: true })
    return warnings.filter((warning: string) => warning.includes('one vendor'))
  }

  it('is warned of, whichever way its models are asked, but not where a vendor is unknown', async () => {
    const router = await startScriptedProvider((call) => replyAs('Paris', call))
    await open({
      OPENROUTER_BASE_URL: router.url,
      OPENROUTER_API_KEY: 'sk-of-the-server',
      DEFAULT_MODELS: 'a/1,b/2',
    })
    expect(await vendorsOf(['google/gemini-2.5-pro', '~google/gemini-flash-latest'])).toHaveLength(1)
    expect(await vendorsOf(['mistral/large', '~mistral/small'])).toHaveLength(1)
    expect(await vendorsOf(['mistral/large', 'google/gemini-2.5-pro'])).toEqual([])
    expect(
      await vendorsOf(['mistral/large', 'mistral/large']),
      'one model, which has its own warning',
    ).toEqual([])
    expect(await vendorsOf(['groq/a', 'groq/b'])).toEqual([])
    expect(await vendorsOf(['large', 'small'])).toEqual([])
    await router.close()
  })
})

it('a provider that the server does not know is refused on the local API, with those it knows', async () => {
  await open()
  const models = ['groq', 'mistral'].map((provider) => ({ provider, name: provider, model: 'm' }))
  for (const path of ['/consensus', '/consensus/sync']) {
    const response = await post(service.local, path, { query, models })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'bad_request',
      details: [
        {
          path: 'models.1.provider',
          problem:
            'provider must be one of openrouter, openai, anthropic, gemini, groq; the operator can add others in ENDPOINTS',
        },
      ],
    })
  }
})
