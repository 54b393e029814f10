import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelsResponse } from '../../src/contract/models.ts'
import { replyAs } from '../support/panel-replies.ts'
import {
  type ReceivedCall,
  replyTo,
  type ScriptedProvider,
  sendError,
  sendJson,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'
import { timeLimit } from '../support/time-limit.ts'

const ALIAS = '~vendor/large-latest'
const LIST = {
  data: [
    {
      id: ALIAS,
      name: 'Large',
      context_length: 200_000,
      pricing: { prompt: '0.000003', completion: '0.000015', request: '0' },
    },
    { id: 'vendor/large-5', pricing: { prompt: '0.000003', completion: '0.000015' } },
    {
      id: 'other/small-2',
      context_length: null,
      pricing: { prompt: 0.00000011, completion: '0', request: '0.02' },
    },
    { id: 'router/auto', name: 'Auto', pricing: { prompt: '-1', completion: '-1' } },
    { id: 'odd/price', name: 7, context_length: 'long', pricing: { prompt: 'free', completion: '' } },
    { id: 'bare/model' },
    { id: 'bare/model', name: 'twice' },
    { id: '' },
    { id: 7 },
    { id: 'x'.repeat(201) },
    null,
    'vendor/large-5',
  ],
}
const agreed = (call: ReceivedCall) => replyAs('Paris', call)
const query = 'Which city is on the stamp?'
const models = [ALIAS, 'other/small-2', 'bare/model']

let server: ScriptedProvider
let service: TestService
afterEach(async () => {
  await service.stop()
  await server.close()
})

type List = (response: ServerResponse) => unknown
type Answer = (call: ReceivedCall, response: ServerResponse) => unknown
const listed: List = (response) => sendJson(response, LIST)

async function open(list: List, changes: Record<string, string> = {}, answer: Answer = agreed) {
  server = await startScriptedProvider(answer, list)
  service = await openService({
    ROUTER: 'auto',
    OPENROUTER_API_KEY: 'sk-of-the-server',
    OPENROUTER_BASE_URL: server.url,
    DEFAULT_MODELS: models.join(','),
    MODEL_RETRIES: '0',
    ...changes,
  })
}
const list = async (path = '/models', headers: Record<string, string> = {}) => {
  const response = await get(service.edge, path, headers)
  expect(response.status).toBe(200)
  return ModelsResponse.parse(await response.json())
}
const ask = async (changes: object = {}) =>
  (await post(service.edge, '/consensus-iterative', { query, models, skip_cache: true, ...changes })).json()
const prices = (prompt: number, completion: number, request = 0) => ({
  prompt_usd_per_million: prompt,
  completion_usd_per_million: completion,
  request_usd: request,
})

describe('GET /models', () => {
  it('lists what the router offers, with prices where it states them', async () => {
    await open(listed)
    const unknown = { name: null, context_length: null, pricing: null }
    expect(await list()).toEqual({
      models: [
        { id: ALIAS, name: 'Large', context_length: 200_000, pricing: prices(3, 15) },
        { id: 'vendor/large-5', name: null, context_length: null, pricing: prices(3, 15) },
        { id: 'other/small-2', name: null, context_length: null, pricing: prices(0.11, 0, 0.02) },
        { ...unknown, id: 'router/auto', name: 'Auto' },
        { ...unknown, id: 'odd/price' },
        { ...unknown, id: 'bare/model' },
      ],
      count: 6,
      default_models: models,
      panels: [],
      presets: [],
      router: 'openrouter',
    })
  })

  it('names the panels of the operator', async () => {
    await open(listed, { PANELS: 'fast=a/one,b/two;deep=c/three,d/four' })
    expect(await list()).toMatchObject({
      panels: [
        { name: 'fast', models: ['a/one', 'b/two'] },
        { name: 'deep', models: ['c/three', 'd/four'] },
      ],
    })
  })

  it('finds models by a part of their id or name', async () => {
    await open(listed)
    const idsFor = async (q: string) => (await list(`/models?q=${q}`)).models.map(({ id }) => id)
    expect(await idsFor('LARGE')).toEqual([ALIAS, 'vendor/large-5'])
    expect(await idsFor('auto')).toEqual(['router/auto'])
    expect(await idsFor('nothing')).toEqual([])
    expect((await get(service.edge, `/models?q=${'x'.repeat(201)}`)).status).toBe(400)
  })

  it('is never needed to start, fetched once, and with the server’s key alone', async () => {
    await open(listed)
    expect(server.lists).toEqual([])
    await Promise.all([list(), list('/models', { 'x-router-key': 'sk-of-the-caller' })])
    await list()
    expect(server.lists).toEqual(['Bearer sk-of-the-server'])
  })

  it('needs a key if the service does', async () => {
    await open(listed, { API_KEYS: 'alice:a-long-random-key' })
    expect((await get(service.edge, '/models')).status).toBe(401)
    expect(await list('/models', { 'x-api-key': 'a-long-random-key' })).toMatchObject({ count: 6 })
  })

  it('names the model that answered for an id', async () => {
    await open(listed, {}, (call, response) => {
      const reply = replyTo(call, replyAs('Paris', call))
      sendJson(response, call.model === ALIAS ? { ...reply, model: 'vendor/large-5' } : reply)
    })
    await ask()
    const { models: after } = await list()
    expect(after.filter(({ served_model }) => served_model !== undefined)).toMatchObject([
      { id: ALIAS, served_model: 'vendor/large-5', pricing: prices(3, 15) },
    ])
  })

  it('warns of a default panel that the router does not list', async () => {
    await open(listed, { DEFAULT_MODELS: 'bare/model,gone/model' })
    expect((await list()).warnings).toEqual([expect.stringContaining('No provider lists gone/model')])
  })

  it('lists the default panel, and fetches nothing, where the offline voices answer', async () => {
    await open(listed, { ROUTER: 'offline' })
    const body = await list('/models', { 'x-router-key': 'sk-of-the-caller' })
    expect(body).toMatchObject({
      router: 'offline',
      count: 3,
      warnings: [expect.stringContaining('offline')],
    })
    expect(body.models.map(({ id }) => id)).toEqual(models)
    expect(server.lists).toEqual([])
  })

  const FAULTS: Array<[string, List]> = [
    ['is down', (response) => sendError(response, 503, 'down')],
    ['has no list', (response) => sendError(response, 404, 'no such page')],
    ['sends a page', (response) => response.end('<html>hello</html>')],
    ['sends something else', (response) => sendJson(response, ['a', 'b'])],
    ['sends a list of nothing', (response) => sendJson(response, { data: 'none' })],
    ['hangs up', (response) => response.destroy()],
    ['redirects', (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()],
    [
      'sends a gigantic list',
      (response) => {
        response.writeHead(200)
        response.write('{"data":[')
        const entry = Buffer.from(`{"id":"a","description":"${'x'.repeat(1 << 20)}"},`)
        for (let sent = 0; sent < 9; sent++) response.write(entry)
        response.end('null]}')
      },
    ],
  ]
  it.each(FAULTS)('lists the default panel, with a warning, when the router %s', async (_, fault) => {
    await open(fault)
    for (const _attempt of [1, 2]) {
      const body = await list()
      expect(body.models.map(({ id }) => id)).toEqual(models)
      expect(body.warnings).toEqual([expect.stringContaining('could not be fetched')])
    }
    expect(server.lists, 'not asked again at once').toHaveLength(1)
    expect(await ask(), 'and panels answer all the same').toMatchObject({ consensus_reached: true })
  })

  it('does not wait for ever', async () => {
    const limit = timeLimit(5_000)
    await open(() => limit.end())
    expect((await list()).warnings).toEqual([expect.stringContaining('could not be fetched')])
  })

  it('lists the models of a self-hosted server, and those of the router to a caller with a key for it', async () => {
    await open(listed)
    await service.stop()
    const own = await startScriptedProvider(agreed, (response) =>
      sendJson(response, { object: 'list', data: [{ id: 'qwen3:8b', object: 'model', owned_by: 'me' }] }),
    )
    service = await openService({ ROUTER: 'auto', OPENAI_BASE_URL: own.url, OPENROUTER_BASE_URL: server.url })
    expect(await list()).toMatchObject({
      router: 'openai',
      models: [{ id: 'qwen3:8b', name: null, context_length: null, pricing: null }],
    })
    expect(await list('/models', { 'x-router-key': 'sk-of-the-caller' })).toMatchObject({
      router: 'openrouter',
      count: 6,
    })
    expect(server.lists).toEqual([undefined])
    await own.close()
  })
})

it('an id that the router does not know is named in its own words', async () => {
  await open(listed, {}, (call, response) =>
    call.model === 'vendor/larg-5'
      ? sendError(response, 400, `${call.model} is not a valid model ID`)
      : replyAs('Paris', call),
  )
  const names = ['vendor/larg-5', 'other/small-2', 'bare/model']
  const { dissent } = await ask({ models: names })
  const own = dissent.find(({ model }: { model: string }) => model === 'vendor/larg-5')
  const message = '400: vendor/larg-5 is not a valid model ID'
  expect(own.reason).toBe(message)
  const seats = names.map((model) => ({ provider: 'openrouter', name: model, model }))
  const { id } = await createTask(service, { query, models: seats })
  const { result } = await finishedTask(service, id)
  const errors = result.iterations[0].responses.map(({ error }: { error: unknown }) => error)
  expect(errors).toContainEqual({ code: 'model_not_found', message })
})

describe('the cost of calls', () => {
  const unstated: Answer = (call, response) =>
    sendJson(response, {
      ...replyTo(call, replyAs('Paris', call)),
      usage: { prompt_tokens: 1_000, completion_tokens: 100 },
    })

  it('is unknown where the provider states none and nothing is known of its prices', async () => {
    await open(listed, {}, unstated)
    expect((await ask()).usage).toMatchObject({ calls: 3, cost_usd: null, unpriced_calls: 3 })
    expect(server.lists, 'and no list is fetched for it').toEqual([])
  })

  it('is computed from the listed price once the list is known', async () => {
    await open(listed, {}, unstated)
    await list()
    // 1,000 tokens at 3 and 100 at 15 dollars per million; 1,000 at 0.11; the third has no price.
    expect((await ask()).usage).toMatchObject({ calls: 3, unpriced_calls: 1 })
    expect((await ask()).usage.cost_usd).toBeCloseTo(0.0045 + 0.00011 + 0.02, 9)
  })
})
