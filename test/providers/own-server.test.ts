import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replyAs } from '../support/panel-replies.ts'
import {
  type ScriptedProvider,
  sendError,
  sendJson,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const query = 'Which city is on the stamp?'
const models = ['llama3.2', 'qwen2.5:7b']

let own: ScriptedProvider
let router: ScriptedProvider
let service: TestService
beforeEach(async () => {
  own = await startScriptedProvider((call) => replyAs('Paris', call))
  router = await startScriptedProvider((call) => replyAs('Lutetia', call))
})
afterEach(async () => {
  await service.stop()
  await own.close()
  await router.close()
})

const open = async (environment: Record<string, string> = {}) => {
  service = await openService({
    ROUTER: 'auto',
    OPENAI_BASE_URL: own.url,
    OPENROUTER_BASE_URL: router.url,
    ...environment,
  })
}
const ask = async (headers: Record<string, string> = {}) =>
  (await post(service.edge, '/consensus-iterative', { query, models }, headers)).json()

describe('a self-hosted server, with only OPENAI_BASE_URL set,', () => {
  it('answers for the routing provider on the edge API, with the model names of the request', async () => {
    await open()
    const body = await ask()
    expect(body).toMatchObject({ router: 'openai', final_answer: expect.stringContaining('Paris'), models })
    expect(body.warnings.join()).not.toContain('offline')
    expect(own.calls.map(({ model }) => model).sort()).toEqual(models)
    expect(own.calls.every(({ path }) => path === '/v1/chat/completions')).toBe(true)
    expect(await (await get(service.edge, '/health')).json()).toMatchObject({ router: 'openai' })
  })

  it('answers on the local API, whether its models are listed as the router’s or its own', async () => {
    await open()
    const seats = models.map((model, index) => ({
      provider: index === 0 ? 'openrouter' : 'openai',
      name: model,
      model,
    }))
    const { id } = await createTask(service, { query, models: seats })
    const { result } = await finishedTask(service, id)
    expect(result).toMatchObject({ router: 'openai', final_answer: expect.stringContaining('Paris') })
    expect(own.calls.map(({ model }) => model).sort()).toEqual(models)
    expect(await (await get(service.local, '/health')).json()).toMatchObject({ router: 'openai' })
  })

  it('is asked for the first models of its list by requests that name none, if DEFAULT_MODELS does not either', async () => {
    await own.close()
    own = await startScriptedProvider(
      (call) => replyAs('Paris', call),
      (response) =>
        sendJson(response, {
          data: ['nomic-embed-text', 'llama3.2', 'openai/gpt-oss-20b', 'c'].map((id) => ({ id })),
        }),
    )
    await open()
    const body = await (await post(service.edge, '/consensus-iterative', { query })).json()
    expect(body).toMatchObject({ models: ['llama3.2', 'openai/gpt-oss-20b'], router: 'openai' })
  })

  it('knows every model by the id that is listed', async () => {
    const ids = ['llama3.2', 'openai/gpt-oss-20b', 'anthropic/claude', 'meta/llama', 'stretto/auto']
    await own.close()
    own = await startScriptedProvider(
      ({ model }, response) =>
        ids.includes(model) ? `I am ${model}.` : sendError(response, 404, `There is no ${model}.`),
      (response) => sendJson(response, { data: ids.map((id) => ({ id })) }),
    )
    await open({ ANTHROPIC_API_KEY: 'sk-of-anthropic', ANTHROPIC_BASE_URL: router.url })
    const { models: listed } = await (await get(service.edge, '/models')).json()
    const asked = { query, models: listed.map(({ id }: { id: string }) => id) }
    await post(service.edge, '/consensus', asked)
    expect(own.calls.map(({ model }) => model)).toEqual(expect.arrayContaining(ids))
  })

  it('is asked for DEFAULT_MODELS by requests that name none', async () => {
    await open({ DEFAULT_MODELS: models.join(',') })
    await post(service.edge, '/consensus-iterative', { query })
    expect(own.calls.map(({ model }) => model).sort()).toEqual(models)
  })

  it('leaves requests with a router key to the router, and neither sees the other’s results', async () => {
    await open()
    await ask()
    const withKey = await ask({ 'x-router-key': 'sk-of-the-caller' })
    expect(withKey).toMatchObject({ router: 'openrouter', cache_hit: false })
    expect(withKey.final_answer).toContain('Lutetia')
    expect(await ask()).toMatchObject({ router: 'openai', cache_hit: true })
    expect(JSON.stringify(own.calls)).not.toContain('sk-of-the-caller')
  })

  it('does not replace the router if the router has a key', async () => {
    await open({ OPENROUTER_API_KEY: 'sk-of-the-server' })
    expect(await ask()).toMatchObject({ router: 'openrouter' })
    expect(own.calls).toEqual([])
  })

  it('is not called if the service is offline', async () => {
    await open({ ROUTER: 'offline' })
    expect(await ask()).toMatchObject({ router: 'offline' })
    expect(own.calls).toEqual([])
  })
})

it('an OpenAI key alone does not make it the router, because its models have other names', async () => {
  service = await openService({
    ROUTER: 'auto',
    OPENAI_API_KEY: 'sk-of-the-server',
    // Otherwise the list of OpenAI itself would be fetched.
    DEFAULT_MODELS: models.join(','),
  })
  expect(await ask()).toMatchObject({
    status: 400,
    message: expect.stringMatching(/no key for llama3\.2, qwen/),
  })
})
