import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replyAs } from '../support/panel-replies.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const query = 'Which city is on the stamp?'
const OWN_KEY = { 'x-router-key': 'sk-or-caller-1b2c3d' }

/** An endpoint, and the routing provider, for which only callers have a key. */
let server: ScriptedProvider
let service: TestService
beforeEach(async () => {
  server = await startScriptedProvider((call) => replyAs('Paris', call))
})
afterEach(async () => {
  await service.stop()
  await server.close()
})

async function open(changes: Record<string, string> = {}, past?: string) {
  const settings = {
    ROUTER: 'auto',
    ENDPOINTS: `groq=${server.url}`,
    OPENROUTER_BASE_URL: server.url,
    DEFAULT_MODELS: 'groq/a,groq/b',
  }
  service = await openService({ ...settings, ...changes }, past)
}
const ask = async (body: object = {}, headers: Record<string, string> = {}) =>
  (await post(service.edge, '/consensus-iterative', { query, ...body }, headers)).json()
const DEFAULT_PANELS = ['auto', 'fugue', 'sonata', 'concert'].map((name) => `stretto/${name}`)
/** The panels among the models that the chat API lists. */
async function offeredPanels(headers: Record<string, string> = {}): Promise<string[]> {
  const { data } = await (await get(service.edge, '/v1/models', headers)).json()
  return data.map(({ id }: { id: string }) => id).filter((id: string) => id.startsWith('stretto/'))
}

describe('a model that there is no key for', () => {
  const panel = ['groq/llama', 'openai/gpt-5']
  const REFUSAL =
    'There is no key for openai/gpt-5. Set OPENAI_API_KEY or OPENROUTER_API_KEY (or send x-router-key), or leave it out of the panel.'
  const chat = { messages: [{ role: 'user', content: query }] }
  const seats = panel.map((model) => ({ provider: 'openrouter', name: model, model }))
  const DOORS: Array<['edge' | 'local', string, object, string]> = [
    ['edge', '/consensus-iterative', { query, models: panel }, REFUSAL],
    ['edge', '/consensus-iterative', { query, models: panel, dry_run: true }, REFUSAL],
    ['edge', '/consensus-iterative', { query, models: ['openai/gpt-5', 'openai/gpt-5'] }, REFUSAL],
    ['edge', '/consensus-iterative', { query }, REFUSAL],
    ['edge', '/consensus', { query, models: panel }, REFUSAL],
    ['edge', '/v1/chat/completions', { ...chat, model: 'stretto/auto' }, REFUSAL],
    ['edge', '/v1/chat/completions', { ...chat, model: 'stretto/mixed', stream: true }, REFUSAL],
    ['edge', '/v1/chat/completions', { ...chat, model: 'stretto/good', stretto: { models: panel } }, REFUSAL],
    ['edge', '/v1/responses', { input: query, model: 'stretto/mixed' }, REFUSAL],
    ['local', '/consensus', { query, models: seats }, REFUSAL],
    ['local', '/consensus', { query, models: seats, dry_run: true }, REFUSAL],
    [
      'local',
      '/consensus/sync',
      { query, models: [seats[0], { provider: 'openai', name: 'One', model: 'gpt-5' }] },
      'There is no key for gpt-5. Set OPENAI_API_KEY, or leave it out of the panel.',
    ],
  ]

  it('is refused at every door, and nobody is asked', async () => {
    await open({
      DEFAULT_MODELS: panel.join(),
      PANELS: `mixed=${panel.join()};good=groq/a,groq/b`,
    })
    for (const [api, path, body, says] of DOORS) {
      const response = await post(service[api], path, body)
      expect([response.status, await response.text()], `${path} ${JSON.stringify(body)}`).toEqual([
        400,
        expect.stringContaining(says),
      ])
    }
    expect(server.calls).toEqual([])
  })

  it('is refused although the offline voices answered for it when there was no key', async () => {
    const body = { query: 'What is 17 + 25?', models: ['openai/gpt-5', 'openai/gpt-5-mini'] }
    service = await openService({ ROUTER: 'auto' })
    await ask(body)
    expect(await ask(body)).toMatchObject({ router: 'offline', cache_hit: true })
    await service.stop({ keepFolder: true })
    await open({}, service.folder)
    expect(await ask(body)).toMatchObject({ status: 400 })
  })

  it('is asked with the key of the caller, except by the name of a vendor', async () => {
    await open({ DEFAULT_MODELS: panel.join() })
    expect(await ask({}, OWN_KEY)).toMatchObject({ router: 'groq+openrouter', models: panel })
    const named = [seats[0], { provider: 'openai', name: 'One', model: 'gpt-5' }]
    expect((await post(service.local, '/consensus', { query, models: named }, OWN_KEY)).status).toBe(400)
  })

  it('keeps its panel out of the list of the chat API, unless the caller has a key', async () => {
    await open({
      PANELS: `mixed=${panel.join()};good=groq/a,groq/b`,
    })
    expect(await offeredPanels()).toEqual([...DEFAULT_PANELS, 'stretto/good'])
    expect(await offeredPanels(OWN_KEY)).toEqual([...DEFAULT_PANELS, 'stretto/mixed', 'stretto/good'])
  })

  it('is warned of at the start, in the default panel and in others', async () => {
    await open({
      DEFAULT_MODELS: 'groq/llama,openai/gpt-5',
      PANELS: 'fast=groq/a,openai/gpt-5-mini>mistral/large;good=groq/a,groq/b',
    })
    const set = 'Set OPENAI_API_KEY or OPENROUTER_API_KEY (or send x-router-key)'
    const rest = 'GET /models lists the ids that can be asked.'
    expect(service.panelWarnings).toEqual([
      `WARNING: there is no key for openai/gpt-5 in DEFAULT_MODELS: requests that name no models are refused. ${set}. ${rest}`,
      `WARNING: there is no key for openai/gpt-5-mini, mistral/large in the panel fast: requests for it are refused. ${set} and OPENROUTER_API_KEY (or send x-router-key). ${rest}`,
    ])
    expect(await (await get(service.edge, '/health')).json()).toMatchObject({
      router: 'groq',
    })
  })
})
