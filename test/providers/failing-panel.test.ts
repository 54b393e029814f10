import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyAs } from '../support/panel-replies.ts'
import { type ScriptedProvider, sendError, startScriptedProvider } from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const query = 'What is the capital of France?'
const WORDS = 'These are the words of the provider'

let server: ScriptedProvider
let service: TestService
beforeAll(async () => {
  // A model is named for how it fails: its status, and how many seconds it asks for.
  server = await startScriptedProvider((call, response) => {
    const [status, seconds] = call.model.split('/')[1]!.split('-').map(Number)
    if (!status) return replyAs('Paris', call)
    sendError(response, status, WORDS, seconds === undefined ? {} : { 'retry-after': String(seconds) })
  })
  service = await openService({
    ROUTER: 'auto',
    OPENROUTER_API_KEY: 'sk-of-the-server',
    OPENROUTER_BASE_URL: server.url,
    MODEL_RETRIES: '0',
  })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

const edge = (models: string[]) => post(service.edge, '/consensus-iterative', { query, models })
const panel = (models: string[]) => models.map((model) => ({ provider: 'openrouter', name: model, model }))
const sync = (models: string[], headers: Record<string, string> = {}) =>
  post(service.local, '/consensus/sync', { query, models: panel(models) }, headers)

describe('a panel that fails permanently', () => {
  it.each([[['a/401', 'b/401']], [['a/402', 'b/403', 'c/404']], [['a/400', 'b/answers']]])(
    'gets 502 with the provider’s message on both APIs: %j',
    async (models) => {
      for (const response of [await edge(models), await sync(models)]) {
        expect(response.status).toBe(502)
        expect(response.headers.get('Retry-After')).toBeNull()
        const body = await response.json()
        expect(body).toMatchObject({ status: 502, error: 'upstream_error' })
        expect(body.message).toContain(WORDS)
        expect(body.message).toContain('Retrying will not help')
      }
      const { id } = await createTask(service, { query, models: panel(models) })
      const { status, error } = await finishedTask(service, id)
      expect({ status, error }).toEqual({
        status: 'failed',
        error: { code: 'upstream_error', message: expect.stringContaining(WORDS) },
      })
    },
  )
})

describe('a panel of rate-limited models', () => {
  it.each([
    [['a/429-3600', 'b/429-7200'], 7200],
    [['a/429-3600', 'b/503-40', 'c/429-50'], 50],
    [['a/429', 'b/429'], 10],
    [['a/401', 'b/429-90', 'c/answers'], 90],
  ])('gets 503 with the actual wait: %j', async (models, seconds) => {
    const response = await edge(models)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe(String(seconds))
    expect((await response.json()).message).toContain(WORDS)
    const { id } = await createTask(service, { query, models: panel(models) })
    const { error } = await finishedTask(service, id)
    expect(error).toMatchObject({ code: 'unavailable', retry_after_seconds: seconds })
  })

  it('gets it again when its task is read later, with the rest of the wait', async () => {
    const models = ['a/429-3600', 'b/429-3600']
    const once = { 'Idempotency-Key': 'a panel that asks to be left alone' }
    const waits: number[] = []
    for (const response of [await sync(models, once), await sync(models, once)]) {
      expect(response.status).toBe(503)
      waits.push(Number(response.headers.get('Retry-After')))
    }
    expect(server.calls.filter(({ model }) => model === 'b/429-3600')).toHaveLength(1)
    expect(waits[0]).toBeLessThanOrEqual(3600)
    expect(waits[0]).toBeGreaterThan(3000)
    expect(waits[1]).toBeLessThanOrEqual(waits[0]!)
    expect(waits[1]).toBeGreaterThan(3000)
  })

  it('reports a permanent failure again', async () => {
    const once = { 'Idempotency-Key': 'a panel that fails for good' }
    for (const response of [await sync(['a/404', 'b/404'], once), await sync(['a/404', 'b/404'], once)]) {
      expect(response.status).toBe(502)
      expect(response.headers.get('Retry-After')).toBeNull()
    }
  })
})

it('502 is documented where it can occur', async () => {
  const responsesOf = async (app: TestService['edge'] | TestService['local'], path: string) =>
    Object.keys((await (await get(app, '/openapi.json')).json()).paths[path].post.responses)
  expect(await responsesOf(service.edge, '/consensus-iterative')).toContain('502')
  expect(await responsesOf(service.edge, '/consensus')).toContain('502')
  expect(await responsesOf(service.local, '/consensus/sync')).toContain('502')
})
